"""Opens a page that `schema-gate report --html` wrote in a real browser, and uses it.

    page_test.py PAGE [--screenshots FOLDER] [--chromium PROGRAM]

PAGE is a page of any authority with a schema, drawn by Graphviz. Prints what was measured and
each check; ends with 1 where one fails.
"""

import argparse
import pathlib
import sys

from playwright.sync_api import sync_playwright

WINDOWS = {"wide": (1280, 860), "narrow": (390, 844)}
THEMES = ("light", "dark")

# Relative luminance and contrast: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. The ground of
# an element is that of its nearest ancestor which has one.
CONTRAST = """
() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return rgba('white');
  };
  const seen = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest('svg, script, style, .hidden')) continue;
    const style = getComputedStyle(element);
    const [text, under] = [rgba(style.color), ground(element)];
    const [a, b] = [luminance(text), luminance(under)].sort((x, y) => y - x);
    const key = `${text.slice(0, 3)} on ${under.slice(0, 3)}`;
    if (!seen.has(key)) {
      seen.set(key, { ratio: (a + 0.05) / (b + 0.05), text: walker.currentNode.data.trim().slice(0, 40) });
    }
  }
  // Words in the drawing stand on the fills that the style gives.
  const style = getComputedStyle(document.documentElement);
  const color = (name) => rgba(style.getPropertyValue(name));
  for (const [text, under] of [['--ink', '--head'], ['--ink', '--search-head'], ['--ink', '--card'],
    ['--quiet', '--card'], ['--hit-ink', '--hit']]) {
    const [a, b] = [luminance(color(text)), luminance(color(under))].sort((x, y) => y - x);
    seen.set(`${text} on ${under}`, { ratio: (a + 0.05) / (b + 0.05), text: 'diagram' });
  }
  return [...seen].map(([pair, rest]) => ({ pair, ...rest }));
}
"""

# Names as far as the page gives them: by text, label or attribute.
NAMELESS = """
() => [...document.querySelectorAll('a[href], button, input, summary, [tabindex]')].filter((element) => {
  if (element.closest('[hidden]') || element.id === 'main') return false;
  const labels = element.labels ? [...element.labels].map((label) => label.textContent).join('') : '';
  const name = element.getAttribute('aria-label') || labels || element.textContent;
  return !name.trim();
}).map((element) => element.outerHTML.slice(0, 120))
"""

FOCUS = """
() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return {
    name: element.getAttribute('aria-label') || element.textContent.trim().slice(0, 40) || element.id,
    tag: element.tagName, id: element.id,
    shown: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    inView: box.bottom > 0 && box.top < innerHeight && box.width > 0,
  };
}
"""

STAGE = "() => document.querySelector('#map-stage').getAttribute('transform')"


class Checks:
    """What was checked, with a line for each."""

    def __init__(self):
        self.failures = 0

    def expect(self, condition, sentence, detail=""):
        if not condition:
            self.failures += 1
        print(f"{'ok  ' if condition else 'FAIL'} {sentence}{f': {detail}' if detail else ''}")


def open_page(context, address, problems):
    page = context.new_page()
    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: problems.append(f"asked for {request.url}")
            if not request.url.startswith(("file:", "data:")) else None)
    page.goto(address, wait_until="load")
    return page


def load_time(page):
    return page.evaluate(
        "() => { const [entry] = performance.getEntriesByType('navigation');"
        " const paint = performance.getEntriesByName('first-contentful-paint')[0];"
        " return [entry.loadEventEnd, paint ? paint.startTime : 0]; }")


def check_reading(page, checks, label):
    """What must hold without doing anything."""
    low = [pair for pair in page.evaluate(CONTRAST) if pair["ratio"] < 4.5]
    worst = min(page.evaluate(CONTRAST), key=lambda pair: pair["ratio"])
    checks.expect(not low, f"{label}: text has a contrast of 4.5 and more",
                  str(low) if low else f"the lowest is {worst['ratio']:.2f}, {worst['pair']}")
    nameless = page.evaluate(NAMELESS)
    checks.expect(not nameless, f"{label}: all that can be operated has a name", str(nameless or ""))
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    checks.expect(wide <= 0, f"{label}: the page doesn't scroll sideways", f"{wide} px" if wide > 0 else "")
    twice = page.evaluate(
        "() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);"
        " return ids.filter((id, place) => ids.indexOf(id) !== place); }")
    checks.expect(not twice, f"{label}: each id is there once", str(twice or ""))
    lost = page.evaluate(
        "() => [...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.getAttribute('href').slice(1))"
        ".filter((id) => !document.getElementById(id))")
    checks.expect(not lost, f"{label}: each link within the page leads somewhere", str(lost or ""))


def check_search(page, checks):
    page.keyboard.press("/")
    checks.expect(page.evaluate("() => document.activeElement.id") == "search", "slash goes to the search")
    cards = page.locator("article.card")
    total = cards.count()
    name = page.locator("article.card h4").first.inner_text()
    page.keyboard.type(name)
    shown = page.locator("article.card:visible").count()
    checks.expect(0 < shown < max(total, 2), "search keeps the tables that match", f"{shown} of {total} for '{name}'")
    checks.expect(page.locator("mark.hit").count() > 0, "search marks what it found")
    dimmed = page.locator("#map-stage g.node.dim").count()
    checks.expect(dimmed > 0, "search dims the other tables in the diagram", f"{dimmed}")
    page.keyboard.press("Enter")
    checks.expect(page.evaluate("() => document.activeElement.textContent") == name,
                  "Enter goes to the best match")
    page.keyboard.press("/")
    page.keyboard.type("no such name at all")
    checks.expect(page.locator("article.card:visible").count() == 0
                  and page.locator("#nothing").is_visible(), "search says when nothing matches")
    page.keyboard.press("Escape")
    checks.expect(page.locator("article.card:visible").count() == total, "Escape shows all again")


def check_diagram(page, checks):
    view = page.locator("#map-view")
    view.focus()
    moves = {"ArrowRight": "moves", "ArrowDown": "moves", "+": "zooms", "-": "zooms", "0": "fits"}
    for key, verb in moves.items():
        before = page.evaluate(STAGE)
        page.keyboard.press(key)
        checks.expect(page.evaluate(STAGE) != before, f"the key {key} {verb} the diagram")
    for name in ("Zoom in", "Zoom out", "Fit"):
        before = page.evaluate(STAGE)
        page.get_by_role("button", name=name).click()
        if name != "Fit":
            checks.expect(page.evaluate(STAGE) != before, f"the button '{name}' works")
    view.scroll_into_view_if_needed()
    box = view.bounding_box()
    x, y = box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.35
    before = page.evaluate(STAGE)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=4)
    page.mouse.up()
    checks.expect(page.evaluate(STAGE) != before, "dragging moves the diagram")
    before, scrolled = page.evaluate(STAGE), page.evaluate("() => scrollY")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    page.wait_for_timeout(100)
    checks.expect(page.evaluate(STAGE) != before and page.evaluate("() => scrollY") == scrolled,
                  "Ctrl and the wheel zoom the diagram, and leave the page")
    before = page.evaluate(STAGE)
    page.mouse.wheel(0, 120)
    page.wait_for_timeout(400)
    checks.expect(page.evaluate(STAGE) == before and page.evaluate("() => scrollY") != scrolled,
                  "the wheel alone scrolls the page")
    page.get_by_role("button", name="Fit").click()
    full = page.get_by_role("button", name="Full page")
    full.click()
    checks.expect(full.get_attribute("aria-pressed") == "true"
                  and view.bounding_box()["height"] > box["height"], "the diagram fills the page")
    page.keyboard.press("Escape")
    checks.expect(full.get_attribute("aria-pressed") == "false", "Escape leaves the full page")
    node = page.locator("#map-stage g.node a").first
    target = node.get_attribute("href")
    node.dispatch_event("click")
    checks.expect(page.evaluate("() => location.hash") == target, "a table of the diagram leads to its card", target)


def check_keyboard(page, checks):
    page.evaluate("() => { location.hash = ''; document.activeElement.blur(); scrollTo(0, 0); }")
    stops = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop["tag"] == "BODY":
            break
        stops.append(stop)
    page.locator("#map-view").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    stops.append(page.evaluate(FOCUS))
    hidden = [stop for stop in stops if not stop["shown"]]
    checks.expect(not hidden, "focus can be seen at each stop", str(hidden) if hidden else f"{len(stops)} stops")
    away = [stop for stop in stops if not stop["inView"]]
    checks.expect(not away, "each stop comes into view", str(away or ""))
    first = [stop["tag"] + (stop["id"] and "#" + stop["id"]) for stop in stops[:6]]
    checks.expect(stops[0]["name"].startswith("Skip"), "the first stop leads past the bar", " ".join(first))


def check_themes(page, checks):
    def ground():
        return page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    system, seen = ground(), set()
    for _ in range(3):
        page.locator("#theme").click()
        seen.add(ground())
    checks.expect(len(seen) == 2 and ground() == system, "the theme can be chosen, and given back", str(seen))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    arguments = parser.parse_args()
    address = arguments.page.resolve().as_uri()
    checks = Checks()
    print(f"     {arguments.page.name} has {arguments.page.stat().st_size / 1000:.0f} kB")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=arguments.chromium, args=["--no-sandbox", "--disable-gpu"])
        for theme in THEMES:
            for window, (width, height) in WINDOWS.items():
                label = f"{theme}, {window}"
                problems = []
                context = browser.new_context(
                    color_scheme=theme, viewport={"width": width, "height": height},
                    reduced_motion="reduce")
                page = open_page(context, address, problems)
                loaded, painted = load_time(page)
                print(f"     {label}: loaded in {loaded:.0f} ms, first paint after {painted:.0f} ms")
                check_reading(page, checks, label)
                if arguments.screenshots:
                    arguments.screenshots.mkdir(parents=True, exist_ok=True)
                    stem = str(arguments.screenshots / f"{theme}-{window}")
                    page.screenshot(path=f"{stem}-top.png")
                    for part in ("ladder", "diagram", "tables", "payloads", "rules"):
                        if page.locator(f"#{part}").count() == 0:
                            continue
                        page.evaluate(f"() => document.getElementById('{part}').scrollIntoView()")
                        page.wait_for_timeout(150)
                        page.screenshot(path=f"{stem}-{part}.png")
                    page.evaluate("() => scrollTo(0, 0)")
                if window == "wide":
                    check_keyboard(page, checks)
                    check_search(page, checks)
                    check_diagram(page, checks)
                    check_themes(page, checks)
                checks.expect(not problems, f"{label}: no message in the console, no request", "; ".join(problems))
                context.close()
        if arguments.screenshots:
            page = browser.new_page()
            page.goto(address)
            page.pdf(path=str(arguments.screenshots / "print.pdf"))
        browser.close()
    print(f"page-test: {'passed' if checks.failures == 0 else f'{checks.failures} failed'}")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())

/// The page's script: the search, the drawing that moves, and the choice of a theme.
enum PageScript {
  static let text = #"""

    (() => {
      "use strict";
      const one = (selector, root = document) => root.querySelector(selector);
      const all = (selector, root = document) => [...root.querySelectorAll(selector)];

      // The theme: as the system until the reader picks one, which the browser remembers.
      const root = document.documentElement;
      const themes = ["system", "light", "dark"];
      const signs = { system: "◐", light: "☀", dark: "☾" };
      const remember = (value) => {
        // A page from a file may have nowhere to keep it.
        try {
          if (value) localStorage.setItem("schema-gate-theme", value);
          return localStorage.getItem("schema-gate-theme");
        } catch { return value; }
      };
      const theme = one("#theme");
      let chosen = themes.includes(remember()) ? remember() : "system";
      const paint = () => {
        if (chosen === "system") delete root.dataset.theme; else root.dataset.theme = chosen;
        theme.firstElementChild.textContent = signs[chosen];
        theme.lastElementChild.textContent =
          "Theme: " + (chosen === "system" ? "as the system" : chosen);
        theme.title = theme.lastElementChild.textContent;
      };
      theme.hidden = false;
      theme.addEventListener("click", () => {
        chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
        remember(chosen);
        paint();
      });
      paint();

      // Narrow windows begin with the contents folded.
      const contents = one("#contents");
      const narrow = matchMedia("(max-width: 60rem)");
      narrow.addEventListener("change", () => { contents.open = !narrow.matches; });
      contents.open = !narrow.matches;
      contents.addEventListener("click", (event) => {
        if (narrow.matches && event.target.closest("a")) contents.open = false;
      });

      // A link to something inside a fold opens it.
      const reveal = () => {
        const id = decodeURIComponent(location.hash.slice(1));
        const target = id && document.getElementById(id);
        for (let at = target; at; at = at.parentElement) {
          if (at.tagName === "DETAILS") at.open = true;
        }
        if (target) target.scrollIntoView();
      };
      addEventListener("hashchange", reveal);

      // Paper shows the fields of payloads and what was waived; the rest stays folded.
      let folded = [];
      addEventListener("beforeprint", () => {
        folded = all(".entity:not([open]), #findings .fold:not([open])");
        for (const fold of folded) fold.open = true;
        root.dataset.theme = "light";
      });
      addEventListener("afterprint", () => {
        for (const fold of folded) fold.open = false;
        paint();
      });

      // Boxes that scroll can be reached by the keyboard, others are no stop. Each is measured once
      // it is seen: to measure all would lay out the whole page.
      const seen = new IntersectionObserver((entries) => {
        for (const { target: box, isIntersecting } of entries) {
          if (!isIntersecting || box.scrollWidth <= box.clientWidth) continue;
          box.tabIndex = 0;
          box.setAttribute("role", "group");
          const caption = one("caption", box);
          box.setAttribute("aria-label", caption ? caption.textContent : "SQL");
        }
      });
      for (const box of all(".scroll, pre")) seen.observe(box);

      // Search: tables stay whose name, columns, indexes or triggers hold all words.
      const search = one("#search");
      const output = one("#matches");
      const cards = all("article.card").map((card) => ({
        card, id: card.id, entry: one(`nav li[data-table="${card.id}"]`),
        names: all(".n", card).map((name) => ({ name, text: name.textContent })),
      }));
      for (const item of cards) item.folded = item.names.map(({ text }) => text.toLowerCase());
      const show = (item, words) => {
        item.names.forEach(({ name, text }, place) => {
          const word = words.find((word) => item.folded[place].includes(word));
          const at = word === undefined ? -1 : item.folded[place].indexOf(word);
          if (at < 0 || item.folded[place].length !== text.length) {
            if (name.firstElementChild) name.textContent = text;
            return;
          }
          const hit = document.createElement("mark");
          hit.className = "hit";
          hit.textContent = text.slice(at, at + word.length);
          name.replaceChildren(text.slice(0, at), hit, text.slice(at + word.length));
        });
      };
      let found = [];
      const find = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        found = cards.filter((item) => words.every((word) => item.folded.some((name) => name.includes(word))));
        const ids = new Set(found.map((item) => item.id));
        for (const item of cards) {
          item.card.hidden = !ids.has(item.id);
          if (item.entry) item.entry.hidden = item.card.hidden;
          show(item, item.card.hidden ? [] : words);
        }
        for (const group of all("div.group")) {
          group.hidden = all("article.card:not([hidden])", group).length === 0;
        }
        for (const title of all("nav .tables h3")) {
          title.hidden = all("li:not([hidden])", title.nextElementSibling).length === 0;
        }
        for (const note of all("#nothing")) note.hidden = found.length > 0;
        output.textContent = words.length === 0 ? ""
          : found.length === 1 ? "1 match" : `${found.length} matches`;
        if (map) map.mark(words.length === 0 ? null : ids);
      };
      search.addEventListener("input", find);
      search.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && search.value) {
          search.value = "";
          find();
          event.preventDefault();
        } else if (event.key === "Enter" && found.length > 0 && search.value.trim()) {
          // A table of that name before those that only have a column like it.
          const word = search.value.trim().toLowerCase();
          const best = found.find((item) => item.folded[0] === word)
            || found.find((item) => item.folded[0].includes(word)) || found[0];
          location.hash = best.id;
          one("h4 a", best.card).focus();
        }
      });
      addEventListener("keydown", (event) => {
        const typing = event.target.closest("input, textarea, select, [contenteditable]");
        if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          search.focus();
          search.select();
        }
      });

      // The diagram: moved and scaled by one transform.
      const drawn = () => {
        const view = one("#map-view");
        if (!view) return null;
        const box = one("#map"), svg = one("svg", view), stage = one("#map-stage");
        const size = { x: Number(svg.dataset.width), y: Number(svg.dataset.height) };
        const full = one("[data-do=full]", box);
        let scale = 1, x = 0, y = 0;
        const place = () => stage.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
        const fit = () => {
          const { width, height } = view.getBoundingClientRect();
          scale = Math.min(width / (size.x + 20), height / (size.y + 20), 1.5);
          x = (width - size.x * scale) / 2;
          y = (height - size.y * scale) / 2;
          place();
        };
        // At first, and where something is looked for, words are large enough to be read.
        const near = (left, top, right, bottom) => {
          const { width, height } = view.getBoundingClientRect();
          scale = Math.min(1, Math.max(0.55, Math.min(
            width / (right - left + 80), height / (bottom - top + 80))));
          const put = (from, to, room) => to - from + 40 > room / scale
            ? 20 - from * scale : (room - (from + to) * scale) / 2;
          x = put(left, right, width);
          y = put(top, bottom, height);
          place();
        };
        const zoom = (factor, at) => {
          const area = view.getBoundingClientRect();
          const point = at ? { x: at.x - area.left, y: at.y - area.top }
            : { x: area.width / 2, y: area.height / 2 };
          const next = Math.min(4, Math.max(0.05, scale * factor));
          x = point.x - (point.x - x) * next / scale;
          y = point.y - (point.y - y) * next / scale;
          scale = next;
          place();
        };
        const move = (dx, dy) => { x += dx; y += dy; place(); };
        const setFull = (on) => {
          box.classList.toggle("full", on);
          full.setAttribute("aria-pressed", String(on));
          fit();
        };
        box.addEventListener("focusout", (event) => {
          const stays = !event.relatedTarget || box.contains(event.relatedTarget);
          if (!stays && box.classList.contains("full")) setFull(false);
        });
        // One unit of the drawing is one pixel before it is scaled.
        svg.removeAttribute("viewBox");
        addEventListener("beforeprint", () => {
          svg.setAttribute("viewBox", `0 0 ${size.x} ${size.y}`);
          stage.removeAttribute("transform");
        });
        addEventListener("afterprint", () => { svg.removeAttribute("viewBox"); place(); });
        const actions = {
          in: () => zoom(1.3), out: () => zoom(1 / 1.3), fit,
          full: () => setFull(!box.classList.contains("full")),
        };
        for (const button of all("[data-do]", box)) {
          button.addEventListener("click", () => actions[button.dataset.do]());
        }
        const keys = {
          ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0),
          ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
          "+": actions.in, "=": actions.in, "-": actions.out, "0": fit,
        };
        view.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
          event.preventDefault();
          keys[event.key]();
        });
        box.addEventListener("keydown", (event) => {
          if (event.key === "Escape" && box.classList.contains("full")) setFull(false);
        });
        view.addEventListener("wheel", (event) => {
          // A plain wheel scrolls the page, except where the diagram is all of it.
          if (!event.ctrlKey && !event.metaKey && !box.classList.contains("full")) return;
          event.preventDefault();
          zoom(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
        }, { passive: false });

        // One pointer drags, two pinch; a press that does not move is a click on a table.
        const pointers = new Map();
        let travelled = 0;
        view.addEventListener("pointerdown", (event) => {
          if (event.button !== 0) return;
          if (pointers.size === 0) travelled = 0;
          pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        });
        addEventListener("pointermove", (event) => {
          const before = pointers.get(event.pointerId);
          if (!before) return;
          const now = { x: event.clientX, y: event.clientY };
          const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
          travelled += Math.hypot(now.x - before.x, now.y - before.y);
          view.classList.toggle("moving", travelled > 4);
          if (other) {
            const spread = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
            zoom(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
          } else {
            move(now.x - before.x, now.y - before.y);
          }
          pointers.set(event.pointerId, now);
        });
        for (const end of ["pointerup", "pointercancel"]) {
          addEventListener(end, (event) => {
            pointers.delete(event.pointerId);
            if (pointers.size === 0) view.classList.remove("moving");
          });
        }
        view.addEventListener("dragstart", (event) => event.preventDefault());
        view.addEventListener("click", (event) => {
          if (travelled > 4) event.preventDefault();
          else if (event.target.closest("a") && box.classList.contains("full")) setFull(false);
          travelled = 0;
        }, true);

        // What a table refers to is lit while the pointer is on it.
        const nodes = all("g.node", stage);
        const edges = all("g.edge", stage).map((edge) => ({ edge, ends: edge.id.slice(1).split("-").slice(0, 2) }));
        const light = (node) => {
          const number = node && node.id.slice(1);
          for (const { edge, ends } of edges) edge.classList.toggle("lit", ends.includes(number));
        };
        view.addEventListener("pointerover", (event) => light(event.target.closest("g.node")));
        const table = (node) => (one("a", node)?.getAttribute("href") || "").slice(1);
        const mark = (ids) => {
          for (const node of nodes) {
            node.classList.toggle("found", ids !== null && ids.has(table(node)));
            node.classList.toggle("dim", ids !== null && !ids.has(table(node)));
          }
          for (const { edge } of edges) edge.classList.toggle("dim", ids !== null);
          const lit = ids === null ? [] : nodes.filter((node) => ids.has(table(node)));
          if (ids === null) begin(); else if (lit.length > 0 && lit.length < nodes.length) aim(lit);
        };
        const aim = (some) => {
          // Boxes on the screen, taken back to the drawing's own units.
          const area = view.getBoundingClientRect();
          const boxes = some.map((node) => node.getBoundingClientRect());
          const own = (value, from, by) => (value - from - by) / scale;
          near(
            own(Math.min(...boxes.map((box) => box.left)), area.left, x),
            own(Math.min(...boxes.map((box) => box.top)), area.top, y),
            own(Math.max(...boxes.map((box) => box.right)), area.left, x),
            own(Math.max(...boxes.map((box) => box.bottom)), area.top, y));
        };
        const begin = () => {
          const { width } = view.getBoundingClientRect();
          // A small drawing needs no large window.
          view.style.maxHeight = `${Math.max(160, size.y * 1.5 + 30)}px`;
          if (width / size.x < 0.3) near(0, 0, size.x, size.y); else fit();
        };
        addEventListener("resize", begin);
        begin();
        return { mark };
      };
      const map = drawn();
      if (location.hash) reveal();
      if (search.value) find();  // Browsers keep what was typed when a page is loaded again.
    })();

    """#
}

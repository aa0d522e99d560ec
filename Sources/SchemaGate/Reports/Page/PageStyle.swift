/// The page's style sheet.
enum PageStyle {
  /// The colors by what they mean, on dark ground; the light ones begin the style sheet.
  private static let dark = """
    color-scheme: dark;
    --ground: #0f1318; --card: #171c23; --sunk: #1f262f; --line: #303945; --edge: #8490a0;
    --ink: #e4e9ef; --quiet: #a0abb9; --link: #86b9ff; --focus: #86b9ff;
    --ok: #6bd495; --ok-ground: #14301f; --bad: #ff9a91; --bad-ground: #3b1816;
    --warn: #f0c365; --warn-ground: #35280c; --frozen: #7ccdec; --frozen-ground: #0f2d3a;
    --head: #26344b; --search-head: #1d3a2b; --hit: #6b5300; --hit-ink: #ffffff;
    """

  /// The style sheet. Text on its ground keeps a contrast of 4.5 to 1 and more, in light, and in
  /// dark, which the system or the reader picks.
  static let text = """

    :root {
      color-scheme: light;
      --ground: #f6f7f9; --card: #ffffff; --sunk: #eef1f5; --line: #d5dbe3; --edge: #7d8896;
      --ink: #1b2129; --quiet: #566170; --link: #0b57b4; --focus: #0b57b4;
      --ok: #11703c; --ok-ground: #e2f4e9; --bad: #b3211a; --bad-ground: #fdeae8;
      --warn: #7d5200; --warn-ground: #fdf1d3; --frozen: #0a6383; --frozen-ground: #e0f2f9;
      --head: #dfe7f5; --search-head: #dff0e6; --hit: #ffe28a; --hit-ink: #1b2129;
    }
    :root[data-theme="dark"] {
    \(dark)
    }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) {
    \(dark)
      }
    }

    * { box-sizing: border-box; }
    html { scroll-padding-top: 4.5rem; }
    body {
      margin: 0; background: var(--ground); color: var(--ink);
      font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    }
    code, pre, kbd, .number {
      font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
      font-size: 0.92em;
    }
    code { overflow-wrap: anywhere; unicode-bidi: isolate; }
    pre {
      margin: 0.5rem 0; padding: 0.75rem 0.9rem; overflow-x: auto; background: var(--sunk);
      border-radius: 6px; line-height: 1.5; tab-size: 2;
    }
    a { color: var(--link); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
    a:has(> code) { text-underline-offset: 0.32em; }
    h1, h2, h3, h4, h5, p, ul, ol { margin: 0; }
    h2 { font-size: 1.45rem; line-height: 1.25; letter-spacing: -0.01em; margin-bottom: 0.9rem; }
    h3 { font-size: 1.05rem; }
    h5 { font-size: 0.8rem; color: var(--quiet); margin: 0.9rem 0 0.3rem; }
    ul, ol { padding: 0; list-style: none; }
    abbr { text-decoration: none; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
    main:focus { outline: none; }
    [hidden] { display: none !important; }
    .hidden {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .skip { position: absolute; left: 1rem; top: -4rem; z-index: 5; padding: 0.5rem 1rem;
      background: var(--card); border-radius: 0 0 6px 6px; }
    .skip:focus { top: 0; }
    .quiet, .where, .action, .null, .hint, .about { color: var(--quiet); }
    .odd { color: var(--bad); }

    /* The bar, the contents and the page */
    .bar {
      position: sticky; top: 0; z-index: 3; display: flex; align-items: center; gap: 0.75rem;
      padding: 0.55rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line);
    }
    .bar .name { font-weight: 650; color: var(--ink); text-decoration: none; white-space: nowrap;
      overflow: hidden; text-overflow: ellipsis; min-width: 3rem; }
    .state { padding: 0.05rem 0.6rem; border-radius: 99px; font-size: 0.85rem; font-weight: 600;
      text-decoration: none; }
    .state.ok { color: var(--ok); background: var(--ok-ground); }
    .state.bad { color: var(--bad); background: var(--bad-ground); }
    .search { position: relative; flex: 1 1 12rem; max-width: 30rem; margin-left: auto; }
    .search input {
      width: 100%; padding: 0.4rem 2.2rem 0.4rem 0.75rem; font: inherit; color: var(--ink);
      background: var(--ground); border: 1px solid var(--edge); border-radius: 7px;
    }
    .search input::placeholder { color: var(--quiet); opacity: 1; }
    .search kbd { position: absolute; right: 0.55rem; top: 50%; transform: translateY(-50%);
      padding: 0 0.4rem; border: 1px solid var(--line); border-radius: 4px; color: var(--quiet);
      pointer-events: none; }
    .search input:focus + kbd, .search input:not(:placeholder-shown) + kbd { display: none; }
    #matches { font-size: 0.85rem; color: var(--quiet); white-space: nowrap; min-width: 5.5rem; }
    #matches:empty { display: none; }
    button {
      font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--edge);
      border-radius: 7px; padding: 0.3rem 0.7rem; min-width: 2.2rem; cursor: pointer;
    }
    button:hover { background: var(--sunk); }
    .frame { display: grid; grid-template-columns: 18rem minmax(0, 1fr); max-width: 96rem;
      margin: 0 auto; }
    nav { border-right: 1px solid var(--line); }
    nav details { position: sticky; top: 3.4rem; max-height: calc(100vh - 3.4rem);
      overflow-y: auto; padding: 1.25rem 1rem 2rem 1.25rem; }
    nav summary { display: none; }
    nav a { display: block; padding: 0.16rem 0.5rem; border-radius: 5px; color: var(--ink);
      text-decoration: none; overflow-wrap: anywhere; }
    nav a:hover { background: var(--sunk); }
    nav .toc > li > a { font-weight: 600; }
    nav .num { float: right; font-weight: 400; color: var(--quiet); }
    nav .tables { margin: 0.2rem 0 0.5rem 0.5rem; font-size: 0.875rem; }
    nav h3 { font-size: 0.8rem; color: var(--quiet); font-weight: 600; padding: 0.5rem 0.5rem 0.1rem; }
    main { padding: 1.75rem clamp(1rem, 3vw, 2.75rem) 4rem; min-width: 0; }
    section { margin-bottom: 3.25rem; }
    footer { color: var(--quiet); font-size: 0.85rem; }

    /* Overview */
    #overview h2 { font-size: 2rem; overflow-wrap: anywhere; }
    .verdict { display: inline-block; padding: 0.55rem 1rem; border-radius: 8px; margin-bottom: 0.9rem; }
    .verdict.ok { background: var(--ok-ground); } .verdict.ok strong { color: var(--ok); }
    .verdict.bad { background: var(--bad-ground); } .verdict.bad strong { color: var(--bad); }
    .verdict strong { margin-right: 0.35rem; }
    .facts { display: flex; flex-wrap: wrap; gap: 0.35rem 1.75rem; margin-top: 1rem; color: var(--quiet); }
    .facts b { color: var(--ink); font-size: 1.25rem; font-weight: 650; margin-right: 0.15rem;
      font-variant-numeric: tabular-nums; }
    .notes { padding-left: 1.1rem; list-style: disc; }
    #overview h3 { margin: 1.4rem 0 0.3rem; }

    /* Findings and rules */
    .findings > li, .waived > li { background: var(--card); border: 1px solid var(--line);
      border-radius: 8px; padding: 0.8rem 1rem; margin-bottom: 0.7rem; }
    .findings p + p, .findings pre + p { margin-top: 0.3rem; }
    .severity, .tag { display: inline-block; font-size: 0.78rem; line-height: 1.5; padding: 0 0.5rem;
      border-radius: 99px; background: var(--sunk); color: var(--quiet); white-space: nowrap; }
    .severity { font-weight: 650; color: var(--warn); background: var(--warn-ground); }
    .severity.error { color: var(--bad); background: var(--bad-ground); }
    .rule { font-weight: 600; margin-right: 0.25rem; }
    .excerpt { padding-left: 0; }
    .excerpt span, .excerpt mark { display: inline-block; min-width: 100%; padding-right: 1rem;
      color: inherit; background: none; }
    .excerpt mark { background: var(--warn-ground); }
    .excerpt i { display: inline-block; width: 3.6rem; padding-right: 0.9rem; text-align: right;
      font-style: normal; color: var(--quiet); user-select: none; }
    .fold { margin-top: 0.5rem; }
    .fold summary { cursor: pointer; padding: 0.12rem 0; color: var(--quiet); }
    .fold summary code, .fold summary:hover { color: var(--ink); }
    .fold[open] > summary { margin-bottom: 0.35rem; }
    #rules .fold, .entity { margin: 0; padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
    #rules .fold > p { max-width: 46rem; padding: 0 0 0.6rem 1.1rem; }
    #rules .tag { margin-left: 0.5rem; }
    #rules > p { margin-bottom: 0.8rem; }

    /* Ladder */
    .ladder { padding-left: 1.9rem; }
    .ladder > li:not(:last-child)::after { content: ""; position: absolute; left: -1.42rem;
      top: 1.45rem; bottom: -0.1rem; width: 2px; background: var(--line); }
    .ladder > li { position: relative; padding-bottom: 1.4rem; }
    .ladder > li::before { content: ""; position: absolute; left: -1.78rem; top: 0.35rem;
      width: 0.85rem; height: 0.85rem; border-radius: 50%; background: var(--ground);
      border: 3px solid var(--edge); }
    .ladder > li.frozen::before { background: var(--frozen); border-color: var(--frozen); }
    .ladder h3 .number { margin-right: 0.3rem; }
    .tag.frozen { color: var(--frozen); background: var(--frozen-ground); font-weight: 600; }
    .since q { color: var(--quiet); }
    .fold .changes { columns: 19rem auto; }
    .changes { margin: 0.2rem 0 0 0.2rem; font-size: 0.92rem; }
    .changes li { overflow-wrap: anywhere; }

    /* Diagram */
    .view { height: min(70vh, 46rem); overflow: hidden; background: var(--card); touch-action: none;
      border: 1px solid var(--line); border-radius: 8px; cursor: grab; }
    .view.moving { cursor: grabbing; user-select: none; }
    .view svg { display: block; width: 100%; height: 100%; }
    .tools { display: flex; gap: 0.4rem; margin-bottom: 0.5rem; }
    .map.full { position: fixed; inset: 0; z-index: 4; display: flex; flex-direction: column;
      padding: 0.75rem; background: var(--ground); }
    .map.full .view { flex: 1; height: auto; min-height: 0; max-height: none !important; }
    .map.full .hint { display: none; }
    .map text { fill: var(--ink); }
    .map text[fill="#606061"] { fill: var(--quiet); }
    .map polygon { stroke: var(--edge); }
    .map polygon[fill="#fffffe"] { fill: var(--card); stroke: none; }
    .map polygon[fill="#d0d0f1"] { fill: var(--head); }
    .map polygon[fill="#d0f1d1"] { fill: var(--search-head); }
    .map polygon[fill="#808081"] { fill: none; stroke: var(--edge); }
    .map .edge path, .map .edge polyline { stroke: var(--edge); vector-effect: non-scaling-stroke; }
    .map .edge polygon { fill: var(--edge); }
    .map .node a:hover text { text-decoration: underline; }
    .map .dim { opacity: 0.2; }
    .map .lit path, .map .lit polyline, .map .lit polygon { stroke: var(--link); }
    .map .edge.lit path, .map .edge.lit polyline { stroke-width: 2; }
    .map .found polygon[fill="#d0d0f1"], .map .found polygon[fill="#d0f1d1"] { fill: var(--hit); }
    .map .found a > text:first-of-type { fill: var(--hit-ink); }
    .hint { font-size: 0.88rem; margin-top: 0.5rem; }
    .hint kbd { padding: 0 0.35rem; border: 1px solid var(--line); border-radius: 4px; }
    .legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.3rem; font-size: 0.88rem;
      color: var(--quiet); margin-top: 0.35rem; }
    .line { display: inline-block; width: 2rem; margin-right: 0.35rem; vertical-align: middle;
      border-top: 2px solid var(--edge); }
    .line.dashed { border-top-style: dashed; } .line.dotted { border-top-style: dotted; }
    .line.bold { border-top-width: 4px; }

    /* Tables */
    h3.group { color: var(--quiet); font-size: 1rem; margin: 1.8rem 0 0.7rem; }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      padding: 0.95rem 1.15rem 1rem; margin-bottom: 1rem; content-visibility: auto;
      contain-intrinsic-size: auto 30rem; }
    .card:target { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
    .card .head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 0.5rem; }
    .card h4 { font: 650 1.12rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
      overflow-wrap: anywhere; margin-right: 0.25rem; }
    .card h4 a { color: inherit; text-decoration: none; }
    .card h4 a:hover { text-decoration: underline; }
    .head .where { margin-left: auto; font-size: 0.82rem; }
    .head .where a { color: inherit; }
    .head .where a:last-child:not(:only-child) { display: none; }
    .remark { max-width: 48rem; margin: 0.3rem 0 0.2rem; color: var(--quiet); }
    .scroll { overflow-x: auto; margin-top: 0.7rem; }
    table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
    th, td { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; font-weight: 400;
      border-bottom: 1px solid var(--line); }
    tbody tr:last-child > * { border-bottom: 0; }
    thead th { color: var(--quiet); font-size: 0.82rem; font-weight: 600; }
    .columns th, .columns td:nth-child(2) { white-space: nowrap; }
    .columns td:last-child { width: 65%; }
    .columns th code, .indexes th code { font-weight: 600; }
    .indexes th { width: 30%; } .indexes td:last-child { width: 24%; padding-right: 0; }
    .type { color: var(--quiet); }
    .key { font-size: 0.72rem; font-weight: 650; padding: 0 0.35rem; border-radius: 4px;
      color: var(--frozen); background: var(--frozen-ground); }
    .values code { background: var(--sunk); border-radius: 4px; padding: 0 0.3rem; }
    .links { columns: 28rem auto; }
    .links li { break-inside: avoid; padding-left: 1.2rem; text-indent: -1.2rem; }
    .checks { font-size: 0.92rem; } .checks li { padding: 0.2rem 0; border-bottom: 1px solid var(--line); }
    mark.hit { background: var(--hit); color: var(--hit-ink); border-radius: 3px; }

    /* Payloads */
    .versions li { padding: 0.1rem 0; }
    #payloads > .legend { margin: 0.6rem 0 0.8rem; gap: 0.2rem 0.5rem; }
    .mark { color: var(--quiet); }
    td.mark { text-align: center; padding: 0.3rem 0.8rem; width: 3.4rem; }
    .grid thead th:not(:first-child):not(:last-child) { text-align: center; padding: 0.3rem 0.8rem; }
    .mark.required { color: var(--ok); } .mark.optional { color: var(--link); }
    .grid th[scope="row"] { white-space: nowrap; } .kind { overflow-wrap: anywhere; }

    @media (max-width: 60rem) {
      .frame { display: block; }
      nav { border: 0; border-bottom: 1px solid var(--line); background: var(--card); }
      nav details { position: static; max-height: none; padding: 0.5rem 1.25rem; }
      nav details[open] { max-height: 70vh; }
      nav summary { display: block; cursor: pointer; padding: 0.25rem 0; font-weight: 600; }
      .head .where { margin-left: 0; width: 100%; }
    }
    @media (max-width: 40rem) {
      html { scroll-padding-top: 6.5rem; }
      .bar { flex-wrap: wrap; gap: 0.4rem 0.6rem; padding: 0.5rem 1rem; }
      .bar .name { flex: 1; }
      .search { order: 1; flex: 1 1 60%; max-width: none; }
      #matches { order: 2; }
      .card { padding: 0.8rem 0.9rem; }
      .view { height: 55vh; }
      .columns thead, .indexes thead { display: none; }
      .columns tr, .indexes tr { display: block; padding: 0.35rem 0;
        border-bottom: 1px solid var(--line); }
      .columns tr:last-child, .indexes tr:last-child { border: 0; }
      .columns th, .columns td:nth-child(2) { display: inline-block; }
      .columns :is(th, td), .indexes :is(th, td) { border: 0; padding: 0 0.6rem 0 0; width: auto; }
      .columns td:last-child, .indexes :is(th, td) { display: block; width: auto; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media (forced-colors: active) { .line, .key, .tag, .severity { border: 1px solid; } }
    @media print {
      .bar, nav, .tools, .hint, .skip, #theme { display: none !important; }
      .frame { display: block; max-width: none; }
      main { padding: 0; }
      body { background: none; font-size: 10pt; }
      .card { content-visibility: visible; break-inside: auto; border-color: #bbb; }
      .card .head, h2, h3, h5, thead { break-after: avoid; }
      tr, .findings > li { break-inside: avoid; }
      .view { height: auto; border: 0; overflow: visible; } .view svg { height: auto; }
      .scroll, pre { overflow: visible; white-space: pre-wrap; }
      .card pre, .card > details:last-child { display: none; }
    }

    """
}

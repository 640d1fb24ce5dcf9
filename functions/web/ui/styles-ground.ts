/** Colours, type and what every page has. */
export const ground = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf8; --surface: #fff; --sunken: #f3f1ec; --ink: #191b21; --quiet: #5a606d;
  --line: #e6e3dc; --edge: #878c99; --accent: #3b43c4; --accent-hover: #2d34a3; --on-accent: #fff;
  --accent-soft: #edeefb; --good: #17653f; --good-soft: #e2f3e9; --bad: #a3211d; --bad-soft: #fcebea; --bar: #5c66e0;
  --shadow: 0 1px 2px rgb(25 27 33 / .05), 0 4px 16px rgb(25 27 33 / .04);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12141a; --surface: #1a1d25; --sunken: #242833; --ink: #eceef4; --quiet: #a6adbb;
    --line: #2b303c; --edge: #6d7588; --accent: #aab2ff; --accent-hover: #c3c9ff; --on-accent: #14162b;
    --accent-soft: #252a48; --good: #84d8b0; --good-soft: #173326; --bad: #ffa39d; --bad-soft: #3a1e1d; --bar: #8d98ff;
    --shadow: none;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; overflow-wrap: break-word; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
h1, h2, h3, p, ul, dl, dd, table { margin: 0; padding: 0; }
ul { list-style: none; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; text-align: left; }
h1, h2 { text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem); letter-spacing: -.022em; font-weight: 720; }
h2 { font-size: 1.25rem; letter-spacing: -.01em; font-weight: 680; }
h3 { font-size: 1.0625rem; font-weight: 650; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: .06em; overflow-wrap: anywhere; }
a:hover { color: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.wide { width: 100%; max-width: 72rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.quiet { color: var(--quiet); }
.small { font-size: .875rem; }
.prose { white-space: pre-line; overflow-wrap: anywhere; max-width: 68ch; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 1; padding: .5rem 1rem; background: var(--surface); border-radius: .5rem; }
.skip:focus { top: .75rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: .875rem; box-shadow: var(--shadow); }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.narrow { max-width: 40rem; margin-inline: auto; }
.rows li { display: grid; grid-template-columns: minmax(0, 1fr); gap: .125rem; padding: .875rem 1.125rem; }
.rows li + li { border-top: 1px solid var(--line); }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }

.top { background: var(--surface); border-bottom: 1px solid var(--line); }
.top .wide, .bottom .wide { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1.5rem; }
.top .wide { min-height: 3.75rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; padding-block: .5rem; font-size: 1.1875rem; font-weight: 720; letter-spacing: -.02em; color: var(--ink); text-decoration: none; }
.logo-ground { fill: var(--accent); }
.logo-line { fill: none; stroke: var(--on-accent); stroke-width: 2; stroke-linecap: round; }
.top nav, .bottom nav { display: flex; flex-wrap: wrap; gap: 0 .25rem; }
.bottom nav a { white-space: nowrap; }
.top nav a, .bottom nav a { padding: .65rem .7rem; border-radius: .5rem; color: var(--quiet); text-decoration: none; font-weight: 550; }
.top nav a:hover, .bottom nav a:hover { color: var(--ink); background: var(--sunken); }
.top nav { margin-inline-end: -.7rem; }
.bottom nav { margin-inline: -.7rem; }
main { flex: 1; padding-block: clamp(1.5rem, 4vw, 2.75rem) 4rem; }
.bottom { border-top: 1px solid var(--line); color: var(--quiet); font-size: .9375rem; }
.bottom .wide { padding-block: 1.25rem; }
.banner { background: var(--accent-soft); border-bottom: 1px solid var(--line); }
.banner p { padding-block: .75rem; }

.button, button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 0; border-radius: .625rem;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 620; text-decoration: none; cursor: pointer; white-space: nowrap;
}
.button:hover, button:hover { background: var(--accent-hover); color: var(--on-accent); }
.badge { display: inline-flex; align-items: center; gap: .25rem; padding: .0625rem .5rem; border-radius: 99px; background: var(--good-soft); color: var(--good); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.badge path { fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.button.plain-button { background: var(--surface); color: var(--ink); box-shadow: inset 0 0 0 1px var(--edge); }
.button.plain-button:hover { background: var(--sunken); color: var(--ink); }
button.danger { background: var(--bad); }
button.danger:hover { background: color-mix(in srgb, var(--bad) 85%, var(--ink)); }
.tags { display: flex; flex-wrap: wrap; gap: .375rem; }
.tag {
  display: inline-block; max-width: 100%; padding: .1875rem .625rem; border-radius: 99px; background: var(--sunken); color: var(--ink);
  font-size: .8125rem; line-height: 1.5; text-decoration: none; overflow-wrap: anywhere;
}
.tag.strong { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
a.tag:hover { background: var(--line); color: var(--ink); }
.mark {
  display: inline-flex; flex: none; align-items: center; justify-content: center; width: 3rem; height: 3rem; border-radius: 28%; object-fit: cover;
  font-weight: 680; letter-spacing: .01em; background: hsl(var(--hue) 62% 91%); color: hsl(var(--hue) 60% 27%);
}
.mark.large { width: 7rem; height: 7rem; font-size: 2.25rem; }
.hue-0 { --hue: 232; } .hue-1 { --hue: 12; } .hue-2 { --hue: 160; } .hue-3 { --hue: 38; }
.hue-4 { --hue: 268; } .hue-5 { --hue: 198; } .hue-6 { --hue: 332; } .hue-7 { --hue: 96; }
@media (prefers-color-scheme: dark) { .mark { background: hsl(var(--hue) 34% 25%); color: hsl(var(--hue) 75% 86%); } }

.result { display: grid; gap: .875rem; max-width: 34rem; margin: clamp(0rem, 6vh, 4rem) auto 0; padding: clamp(1.25rem, 5vw, 2.25rem); }
.result h1 { font-size: clamp(1.375rem, 1.2rem + .7vw, 1.625rem); }
.result form { padding-block: .25rem; }
.result-top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-bottom: .25rem; }
.sign { flex: none; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.sign path { fill: none; stroke: currentColor; }
.sign.done { fill: var(--good-soft); color: var(--good); }
.sign.paused { fill: var(--accent-soft); color: var(--accent); }
.sign.failed { fill: var(--bad-soft); color: var(--bad); }

.failure { max-width: 34rem; margin-inline: auto; padding-block: clamp(2rem, 10vh, 6rem); text-align: center; display: grid; gap: 1rem; justify-items: center; }
.failure .status { color: var(--quiet); font-weight: 680; letter-spacing: .14em; }
@media (max-width: 40rem) { .mark.large { width: 4.75rem; height: 4.75rem; font-size: 1.5rem; } }
@media (prefers-reduced-motion: no-preference) { .button, button, a.tag, .creator { transition: background-color .12s, border-color .12s; } }
@media print { .top nav, .bottom, .filters, .pages, .order { display: none; } .card { box-shadow: none; break-inside: avoid; } }
`;

/** The report's look: one column of text, wide tables that scroll in themselves, light and dark by the reader's system. */
export const STYLE = `
:root { color-scheme: light dark; --paper:#fdfdfb; --ink:#1d2330; --quiet:#5d6675; --rule:#d9dce2; --soft:#f1f2ef; --link:#0b5cad;
  --good:#0a7a45; --bad:#b3321f; --warn:#8a5a00;
  --arm-0:#3b4252; --arm-1:#b3471f; --arm-2:#8a6d00; --arm-3:#0a7a6b; --arm-4:#8b3a8f; --arm-5:#0b5cad; --arm-6:#5b7a12; --arm-7:#a02c5a; }
@media (prefers-color-scheme: dark) { :root { --paper:#14171d; --ink:#e6e8ec; --quiet:#9aa4b3; --rule:#333a46; --soft:#1d222b; --link:#7db8ff;
  --good:#58c98d; --bad:#ff8a73; --warn:#e6b450;
  --arm-0:#c3cad6; --arm-1:#ff9a6b; --arm-2:#e0c04a; --arm-3:#4fd1bd; --arm-4:#d99be0; --arm-5:#7db8ff; --arm-6:#a9cf5a; --arm-7:#ff8fb8; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 3.2rem; }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4rem; max-width: 76rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", "Open Sans", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .4rem 0; text-wrap: balance; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p, li, dd { max-width: 72ch; }
a { color: var(--link); }
code, pre { font: .84rem/1.5 ui-monospace, "SF Mono", Consolas, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; background: var(--soft); padding: .8rem; border-radius: 6px; max-height: 30rem; overflow: auto; margin: .4rem 0; }
.quiet, figcaption { color: var(--quiet); font-size: .88rem; }
.badge { display: inline-block; border: 1px solid var(--warn); color: var(--warn); border-radius: 99px; padding: 0 .6rem; font-size: .82rem; vertical-align: middle; }
.findings { font-size: 1.05rem; padding-left: 1.2rem; } .findings li { margin: .35rem 0; }
.wide { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { padding: .38rem .7rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); font-size: .82rem; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: var(--paper); }
td.text, th.text { text-align: left; }
tbody th { color: inherit; font-size: inherit; }
.swatch { display: inline-block; width: .7em; height: .7em; border-radius: 2px; margin-right: .5em; }
.mark { display: inline-block; min-width: 1.1em; text-align: center; font-weight: 700; text-decoration: none; }
.mark.success { color: var(--good); } .mark.failure { color: var(--bad); } .mark.undecided, .mark.infeasible { color: var(--warn); }
.matrix td { text-align: center; padding: .25rem .5rem; } .matrix td:first-child { text-align: left; } .matrix td a { text-decoration: none; display: block; }
.matrix small { color: var(--quiet); margin-left: .25em; }
.plot { margin: 1rem 0; } .plot svg { width: 100%; max-width: 52rem; height: auto; display: block; }
.plot .grid { stroke: var(--rule); } .plot .zero { stroke: var(--ink); } .plot .leader { stroke: var(--rule); }
.plot .line { fill: none; stroke-width: 2.2; } .plot text { fill: var(--ink); font: 12px system-ui, "Open Sans", sans-serif; }
.plot .tick, .plot .axis { fill: var(--quiet); } .plot .label { font-weight: 600; }
.grid-table td { text-align: center; } .grid-table .up { color: var(--good); font-weight: 700; } .grid-table .down { color: var(--bad); font-weight: 700; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: .8rem 0; } dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
details > summary { cursor: pointer; } details.prompt, details.insights { border: 1px solid var(--rule); border-radius: 6px; padding: .5rem .8rem; margin: .6rem 0; }
.crumbs { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; font-size: .9rem; }
.rail { position: sticky; top: 0; z-index: 1; display: flex; gap: .15rem; overflow-x: auto; list-style: none; margin: 1rem 0; padding: .5rem 0; background: var(--paper); border-bottom: 1px solid var(--rule); }
.rail a { display: block; min-width: 2rem; text-align: center; padding: .15rem .35rem; border-radius: 5px; text-decoration: none; } .rail a:hover { background: var(--soft); }
.step { padding: 1.2rem 0 1.6rem; border-bottom: 1px solid var(--rule); } .step h2 { margin: 0; } .step header p { margin: .1rem 0 .7rem; overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.6rem; }
.columns img { width: 100%; height: auto; border: 1px solid var(--rule); border-radius: 6px; display: block; }
.thought { margin-top: 0; } .action code { background: var(--soft); padding: .3rem .55rem; border-radius: 5px; display: inline-block; }
.trouble { color: var(--bad); } .summary { border-left: 3px solid var(--arm-3); padding-left: .8rem; }
.bar { display: flex; gap: 2px; margin: .6rem 0; font-size: .74rem; border-radius: 5px; overflow: hidden; }
.bar span { flex-basis: 0; min-width: 3px; overflow: hidden; white-space: nowrap; padding: .2rem .3rem; background: var(--soft); border-top: 4px solid var(--quiet); }
.bar .part-history { border-color: var(--arm-1); } .bar .part-insights { border-color: var(--arm-4); } .bar .part-observation { border-color: var(--arm-5); } .bar .part-system { border-color: var(--arm-0); } .bar .part-task { border-color: var(--arm-3); } .bar .part-format { border-color: var(--arm-2); }
.part { margin: .25rem 0; } .again { margin: .25rem 0; color: var(--quiet); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--quiet); font-size: .88rem; }
@media (max-width: 46rem) { .columns { grid-template-columns: minmax(0, 1fr); gap: .8rem; } body { padding-top: 1rem; } h1 { font-size: 1.3rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media print { .rail { display: none; } }
`;

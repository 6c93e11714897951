import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from '../server-folder.ts'
import { Html } from './html.ts'

const tokens = readFileSync(join(serverFolder, '../packages/ui/src/styles/tokens.css'), 'utf8')
/** Pages without scripts follow the system's preference: the same dark values, in a media query. */
const dark = /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(tokens)?.[1] ?? ''

/** Our design values in a plainer style, under a striped edge, so that the page is not mistaken for a provider's page or for ours. */
export const styles = new Html(`${tokens}
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) {${dark}} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: var(--t-m)/1.5 var(--font); }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s2) var(--s4);
  padding: var(--s2) var(--s4); background: var(--warn-soft); color: var(--warn);
  border-top: var(--s2) solid; border-image: repeating-linear-gradient(-45deg, var(--warn) 0 12px, var(--warn-soft) 12px 24px) 8; }
header p { margin: var(--s2) 0; }
main { max-width: 880px; margin: 0 auto; padding: var(--s5) var(--s4) var(--s8); }
h1 { font-size: var(--t-xl); line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 0; font: 600 var(--t-s)/1.5 var(--mono); color: var(--ink-2); overflow-wrap: anywhere; }
a { color: var(--info); }
section { margin-top: var(--s4); padding: var(--s4); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
ul { margin: var(--s1) 0 0; padding: 0; list-style: none; }
li a { display: flex; align-items: center; min-height: 44px; font-family: var(--mono); overflow-wrap: anywhere; }
dl { margin: var(--s4) 0; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
dl div { display: grid; grid-template-columns: minmax(120px, 1fr) 3fr; gap: var(--s4); padding: var(--s3) var(--s4); }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--ink-2); }
dd { margin: 0; font-family: var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
main form { display: grid; gap: var(--s2); max-width: 400px; }
label { font-weight: 600; margin-top: var(--s2); }
input { min-height: 44px; padding: 0 var(--s3); font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--line-strong); border-radius: var(--radius-s); }
button { min-height: 44px; padding: 0 var(--s4); font: 600 var(--t-m)/1 var(--font); cursor: pointer;
  color: var(--ink); background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius-s); }
main button { margin-top: var(--s3); color: var(--paper); background: var(--ink); border-color: var(--ink); }
:focus-visible { outline: none; box-shadow: var(--ring); border-radius: var(--radius-s); }
.quiet { margin: 0; color: var(--ink-2); font-size: var(--t-s); }
.problem { margin: 0; padding: var(--s3); color: var(--signal); background: var(--signal-soft); border-radius: var(--radius-s); }
@media (max-width: 520px) { dl div { grid-template-columns: 1fr; gap: 0; } }
`)

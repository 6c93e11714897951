import { createStore, type Store } from '@flagyard/ui/store'

/** Local storage: `plain` for the line input and the log that screen readers follow. */
const KEY = 'shell-mode'
export type ShellMode = 'terminal' | 'plain'

const mode = createStore<ShellMode>(read())
export const shellMode: Store<ShellMode> = mode

export function chooseShellMode(chosen: ShellMode) {
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  mode.set(chosen)
}

function read(): ShellMode {
  try {
    return localStorage.getItem(KEY) === 'plain' ? 'plain' : 'terminal'
  } catch {
    return 'terminal'
  }
}

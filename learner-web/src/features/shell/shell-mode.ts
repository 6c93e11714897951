import { storedAtom } from '@flagyard/ui/stored-atom'

type ShellMode = 'terminal' | 'plain'

/** `plain` for the line input and the log that screen readers follow. */
export const shellModeAtom = storedAtom<ShellMode>(
  'shell-mode',
  (text) => (text === 'plain' ? 'plain' : 'terminal'),
  (mode) => mode,
)

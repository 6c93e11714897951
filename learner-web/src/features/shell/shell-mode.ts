import { storedAtom } from '@flagyard/ui/storage'

type ShellMode = 'terminal' | 'plain'

/** `plain` is the line input with a log for screen readers. */
export const shellModeAtom = storedAtom<ShellMode>(
  'shell-mode',
  (text) => (text === 'plain' ? 'plain' : 'terminal'),
  (mode) => mode,
)

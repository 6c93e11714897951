import { storedAtom } from '@flagyard/ui/stored-atom'

/** True if single-key shortcuts work anywhere on the page; false (stored as `off`) limits them to when their component has the focus. */
export const letterKeysAtom = storedAtom(
  'letter_keys',
  (text) => text !== 'off',
  (everywhere) => (everywhere ? 'on' : 'off'),
)

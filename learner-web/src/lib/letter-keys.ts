import { storedAtom } from '@flagyard/ui/stored-atom'

/** Whether shortcuts of a single key act anywhere on their page; `off` where only while their own part of it has the focus. */
export const letterKeysAtom = storedAtom(
  'letter_keys',
  (text) => text !== 'off',
  (everywhere) => (everywhere ? 'on' : 'off'),
)

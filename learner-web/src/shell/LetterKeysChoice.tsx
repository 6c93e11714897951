import { Checkbox } from '@flagyard/ui/fields'
import { useAtom } from 'jotai'
import { letterKeysAtom } from '../lib/letter-keys.ts'

/** Setting for single-key shortcuts, stored in this browser. Shown in the player's list of shortcuts and in the profile. */
export function LetterKeysChoice(words: { label: string; hint?: string }) {
  const [everywhere, setEverywhere] = useAtom(letterKeysAtom)
  return (
    <Checkbox
      name="letter-keys"
      {...words}
      checked={everywhere}
      onChange={(event) => setEverywhere(event.target.checked)}
    />
  )
}

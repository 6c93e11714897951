import { Checkbox } from '@flagyard/ui/fields'
import { useAtom } from 'jotai'
import { letterKeysAtom } from '../lib/letter-keys.ts'

/** The setting of this browser for shortcuts of a single key, in the player's list of keys and in the profile. */
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

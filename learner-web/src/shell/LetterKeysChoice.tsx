import { Checkbox } from '@flagyard/ui/fields'
import { useStore } from '@flagyard/ui/store'
import { letterKeysEverywhere, setLetterKeysEverywhere } from '../lib/letter-keys.ts'

/** The setting of this browser for shortcuts of a single key, in the player's list of keys and in the profile. */
export const LetterKeysChoice = (words: { label: string; hint?: string }) => (
  <Checkbox
    name="letter-keys"
    {...words}
    checked={useStore(letterKeysEverywhere)}
    onChange={(event) => setLetterKeysEverywhere(event.target.checked)}
  />
)

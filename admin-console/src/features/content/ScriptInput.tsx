import type { LabRecord } from '@flagyard/api-types'
import { ParsedInput } from './ParsedInput.tsx'

interface Props {
  label: string
  /** Helper text: consequence of an empty field. */
  without: string
}

/** The canary's solution of a lab or exam, as JSON. Same content as `canary.yaml`. */
export const ScriptInput = ({ label, without }: Props) => (
  <ParsedInput<LabRecord['canary']>
    source="canary"
    label={label}
    helperText={`JSON: for each flag the commands that find it in the simulated shell. Empty: ${without}.`}
    format={(script) => (script ? JSON.stringify(script, null, 2) : '')}
    parse={(text) => (text.trim() === '' ? null : JSON.parse(text))}
    minRows={4}
  />
)

import type { LabRecord } from '@flagyard/api-types'
import { ParsedInput } from './ParsedInput.tsx'

interface Props {
  label: string
  /** What it means that there is none. */
  without: string
}

/** How a lab or an exam is solved, as JSON: what `canary.yaml` holds. */
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

/** What an event did; `note` says in one sentence why it did nothing. */
export interface EventResult {
  outcome: 'applied' | 'no_effect' | 'refused'
  note: string
}
export const applied: EventResult = { outcome: 'applied', note: '' }
export const noEffect = (note: string): EventResult => ({ outcome: 'no_effect', note })
export const refused = (note: string): EventResult => ({ outcome: 'refused', note })

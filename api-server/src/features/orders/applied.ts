/** What an event did; `note` says in one sentence why it did nothing. */
export interface Applied {
  outcome: 'applied' | 'no_effect' | 'waiting' | 'refused'
  note: string
}
export const applied: Applied = { outcome: 'applied', note: '' }
export const noEffect = (note: string): Applied => ({ outcome: 'no_effect', note })
export const refused = (note: string): Applied => ({ outcome: 'refused', note })

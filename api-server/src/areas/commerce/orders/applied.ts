/** Effect of an event. `note` gives the reason in one sentence if it had none. */
export interface EventResult {
  outcome: 'applied' | 'no_effect' | 'refused'
  note: string
}
export const applied: EventResult = { outcome: 'applied', note: '' }
export const noEffect = (note: string): EventResult => ({ outcome: 'no_effect', note })
export const refused = (note: string): EventResult => ({ outcome: 'refused', note })

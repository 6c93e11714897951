/** A flag as a run of a lab or a booking of an exam keeps it: what `flags` says of it, without whose it is. */
export interface RunFlag {
  id: string
  slug: string
  position: number
  title: string
  question: string
  type: 'NOFLAG' | 'STATIC' | 'DYNAMIC'
  points: number
  required: boolean
  hint: string | null
  hint_cost: number | null
  walkthrough: string | null
  secret: string | null
}

/** A flag as stored with a lab run or an exam booking: the columns of `flags` without its owner. */
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

/** A lesson as the progress rules need it. */
export interface OutlineLesson {
  id: string
  slug: string
  title: string
  required: boolean
}

export interface OutlineSection {
  id: string
  slug: string
  opens_after_id: string | null
  lessons: OutlineLesson[]
}

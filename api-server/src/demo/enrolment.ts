import type { Course } from '../areas/authoring/content/model.ts'
import type { CloudName, EndReason, ModuleStage } from '../db/schema/index.ts'
import type { Secrets } from '../secrets.ts'
import type { Films } from './catalogue/films.ts'

/** A past deployment, before it is assigned to an account. */
export interface Lease {
  id: string
  user_id: string
  lab_id?: string
  attempt_id?: string
  course_id?: string
  lesson_id?: string
  cloud: CloudName
  stages: ModuleStage[]
  queued_at: Date
  reason: EndReason
  /** Run time in minutes. */
  minutes: number
  duration_seconds: number
}

/** A learner who completed a course. */
export interface Graduate {
  user_id: string
  username: string
  name: string
  company: string | null
  course: Course
  at: Date
}

/** Inputs of the demo's rows. */
export interface Story {
  now: Date
  films: Films
  /** Hash of the password shared by all demo accounts. */
  passwordHash: string
  /** Seals credentials and webhook secrets, each to its row. */
  seal: Secrets['seal']
}

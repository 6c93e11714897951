import type { CloudName, CourseStatus, ExtraField, Level, ModuleStage } from '../../db/schema/index.ts'

/** The demo's content as its files write it: columns of the database where there is one, slugs where it has ids. */
export interface CatalogueCourse {
  slug: string
  title: string
  subtitle: string
  description: string
  level: Level
  language: string
  clouds: CloudName[]
  tags: string[]
  outcomes: string[]
  prerequisites: string[]
  instructors: { name: string; title: string; bio: string }[]
  status: CourseStatus
  price_amount: number
  access_days: number | null
  certificate_type: 'required' | 'commercial' | 'arte'
  certificate_months: number | null
  /** The title of its feedback form. */
  feedback_form: string
  sections: CatalogueSection[]
}

export interface CatalogueSection {
  slug: string
  title: string
  /** Slug of the section that comes first. */
  opens_after?: string
  lessons: CatalogueLesson[]
}

/** The text of a lesson stands in `lessons/<course>/<slug>.md`. */
export interface CatalogueLesson {
  slug: string
  title: string
  kind: 'video' | 'lab' | 'reading'
  optional?: true
  free_preview?: true
  /** The film's name in `demo/videos`. */
  video?: string
  /** The lab's slug. */
  lab?: string
}

export interface CatalogueFlag {
  title: string
  question: string
  type: 'NOFLAG' | 'STATIC' | 'DYNAMIC'
  points: number
  hint?: string
  hint_cost?: number
  walkthrough: string
  /** STATIC: the answer. DYNAMIC: the variable under which the module receives it. */
  secret: string | null
}

export interface CatalogueLab {
  slug: string
  title: string
  description: string
  difficulty: Level
  cloud: CloudName
  price_amount: number | null
  module: string
  module_stages: ModuleStage[]
  duration_minutes: number
  extensions: number
  resets: number
  access_days: number
  extra_fields: ExtraField[]
  max_resources: number
  /** Millionths of a euro an hour. */
  max_hourly_cost: number
  walkthrough: string
  flags: CatalogueFlag[]
}

export interface CatalogueExam {
  slug: string
  title: string
  description: string
  rules: string
  cloud: CloudName
  price_amount: number
  duration_minutes: number
  passing_points: number
  attempts: number
  cooldown_days: number[]
  course: string
  module: string
  module_stages: ModuleStage[]
  certificate_title: string
  certificate_months: number
  flags: CatalogueFlag[]
}

export interface CatalogueBundle {
  slug: string
  title: string
  description: string
  price_amount: number
  courses: string[]
}

export interface CatalogueForm {
  title: string
  intro: string
  questions: {
    kind: 'rating' | 'single' | 'multiple' | 'text' | 'recommend'
    label: string
    choices?: string[]
    required: boolean
  }[]
}

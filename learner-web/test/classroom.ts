import type {
  CourseDetails,
  CourseProgress,
  Deployment,
  LessonProgress,
  MyExam,
  MyFlag,
  MyLabDetails,
} from '@flagyard/api-types'

type Lesson = CourseDetails['sections'][number]['lessons'][number]

const lesson = (slug: string, title: string, more: Partial<Lesson> = {}): Lesson => ({
  slug,
  title,
  kind: 'reading',
  required: true,
  free_preview: false,
  duration_seconds: 0,
  body: `Words of ${title}.`,
  has_video: false,
  lab: null,
  ...more,
})

/** A course of two sections: a video, a lab, and a reading that opens after them. */
export const course: CourseDetails = {
  id: '00000000-0000-4000-8000-0000000000c1',
  slug: 'aws',
  title: 'AWS Foundations',
  subtitle: 'A subtitle',
  description: '',
  level: 'beginner',
  language: 'en',
  clouds: ['aws'],
  tags: [],
  price: { amount: 14900, currency: 'EUR' },
  estimated_hours: 9,
  lessons: 3,
  labs: 1,
  status: 'published',
  cover: null,
  outcomes: [],
  prerequisites: [],
  instructors: [],
  access_days: null,
  certificate_type: 'required',
  exam: null,
  sections: [
    {
      slug: 'identity',
      title: 'Identity',
      opens_after: null,
      lessons: [
        lesson('role', 'Assume the wrong role', { kind: 'video', has_video: true, duration_seconds: 20 }),
        lesson('trust', 'Cross-account trust', {
          kind: 'lab',
          lab: { slug: 'trust-lab', title: 'Cross-account trust', cloud: 'aws', flags: 2 },
        }),
        lesson('notes', 'What to keep'),
      ],
    },
    { slug: 'compute', title: 'Compute', opens_after: 'identity', lessons: [lesson('escape', 'Container escape')] },
  ],
}

export const progress = (more: Partial<CourseProgress> = {}): CourseProgress => ({
  slug: 'aws',
  title: 'AWS Foundations',
  enrolled: true,
  refusal: null,
  access_ends_at: null,
  completed: 0,
  required: 4,
  feedback_due: false,
  video_share: 0.9,
  completed_at: null,
  lessons: [],
  last_seen: null,
  resume: { section: 'identity', lesson: 'role' },
  closed_sections: ['compute'],
  open_lessons: [],
  changed_lessons: [],
  certificate_id: null,
  ...more,
})

export const lessonRow = (more: Partial<LessonProgress> = {}): LessonProgress => ({
  section: 'identity',
  lesson: 'role',
  completed_at: null,
  position_seconds: 0,
  watched: 0,
  intervals: [],
  ...more,
})

export const deployment = (more: Partial<Deployment> = {}): Deployment => ({
  id: '00000000-0000-4000-8000-0000000000d1',
  lab: 'trust-lab',
  cloud: 'aws',
  state: 'provisioning',
  reason: null,
  message: null,
  account_id: '220944710032',
  region: 'eu-west-1',
  stages: [
    { name: 'Account leased', state: 'done', started_at: time(-9), ended_at: time(-8), log: [] },
    { name: 'Building the network', state: 'active', started_at: time(-8), ended_at: null, log: [] },
  ],
  queue: null,
  console_url: null,
  credentials: [],
  outputs: {},
  duration_seconds: 7200,
  created_at: time(-10),
  running_at: null,
  ends_at: null,
  hard_deadline_at: null,
  extensions_left: 2,
  resets_left: 3,
  extend_from: null,
  contents: null,
  emptied: null,
  has_shell: false,
  ended_at: null,
  ...more,
})

export const running = (more: Partial<Deployment> = {}): Deployment =>
  deployment({
    state: 'running',
    running_at: time(-60),
    ends_at: time(6127),
    extend_from: time(4327),
    console_url: 'https://console.example.org/',
    credentials: [
      { label: 'User', value: 'lab-user', secret: false },
      { label: 'Password', value: 'hunter-two-three', secret: true },
    ],
    ...more,
  })

export const myLab = (now: Deployment | null, more: Partial<MyLabDetails> = {}): MyLabDetails => ({
  slug: 'trust-lab',
  title: 'Cross-account trust',
  difficulty: 'beginner',
  cloud: 'aws',
  price: { amount: 2900, currency: 'EUR' },
  duration_minutes: 120,
  flags: 2,
  description: 'Find who trusts whom.',
  extensions: 2,
  extension_minutes: 30,
  resets: 3,
  access_days: 30,
  has_access: true,
  single: false,
  refusal: null,
  access_ends_at: null,
  resets_left: 3,
  extra_fields: [],
  extra_data: {},
  needs_extra_data: false,
  solved_flags: 0,
  course: { slug: 'aws', section: 'identity', lesson: 'trust' },
  deployment: now,
  downloads: [],
  downloads_left: 5,
  walkthrough_state: 'none',
  can_rehearse: false,
  has_defense: false,
  my_address: '203.0.113.24',
  instructions: 'Read the **trust policies** first.',
  ...more,
})

export const myExam = (more: Partial<MyExam> = {}): MyExam => ({
  slug: 'aws-expert',
  title: 'AWS Expert',
  cloud: 'aws',
  price: { amount: 19900, currency: 'EUR' },
  duration_minutes: 1440,
  passing_points: 70,
  attempts: 2,
  course: 'aws',
  bookable: false,
  has_access: true,
  access_ends_at: null,
  is_used_up: false,
  attempt: null,
  ...more,
})

export const flag = (more: Partial<MyFlag> = {}): MyFlag => ({
  id: '00000000-0000-4000-8000-0000000000f1',
  lab: 'trust-lab',
  title: 'The trusted one',
  question: 'Which role trusts you?',
  type: 'STATIC',
  points: 10,
  hint_cost: null,
  hint: null,
  has_walkthrough: false,
  solved_at: null,
  earned: 0,
  wrong_tries: 0,
  ...more,
})

/** A time so many seconds from now, as the server writes it. */
export function time(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

/** The address of a silent recording of so many seconds, for a `<video>` to play. */
export function silence(seconds: number): string {
  const rate = 8000
  const size = seconds * rate
  const bytes = new DataView(new ArrayBuffer(44 + size))
  const text = (at: number, word: string) => {
    for (let i = 0; i < word.length; i++) bytes.setUint8(at + i, word.charCodeAt(i))
  }
  text(0, 'RIFF')
  bytes.setUint32(4, 36 + size, true)
  text(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, rate, true)
  bytes.setUint32(28, rate, true)
  bytes.setUint16(32, 1, true)
  bytes.setUint16(34, 8, true)
  text(36, 'data')
  bytes.setUint32(40, size, true)
  for (let at = 44; at < 44 + size; at++) bytes.setUint8(at, 128)
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
}

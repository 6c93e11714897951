import type {
  AuditEntry,
  BannerRecord,
  BulkJob,
  CertificateRow,
  CloudAccount,
  CourseOutline,
  CourseRecord,
  CourseRow,
  CourseUser,
  Dashboard,
  ExamRow,
  FeedbackFormRow,
  LabRow,
  LessonRecord,
  Session,
  UserRecord,
  UserRow,
  VoucherRow,
} from '@flagyard/api-types'

const DAY = 86_400_000
export const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()

export function sessionOf(user: Partial<Session['user']> = {}): Session {
  return {
    access_token: 'token',
    token_type: 'bearer',
    expires_in: 900,
    user: {
      id: '00000000-0000-4000-8000-000000000001',
      username: 'ada',
      email: 'ada@example.org',
      full_name: 'Ada Brandt',
      roles: ['user', 'admin'],
      capabilities: ['owner', 'support', 'content', 'finance', 'cloud'],
      is_active: true,
      ...user,
    },
  }
}

export const userRow = (username: string, changes: Partial<UserRow> = {}): UserRow => ({
  id: username,
  username,
  email: `${username}@example.org`,
  full_name: `${username.charAt(0).toUpperCase()}${username.slice(1)} Kowal`,
  roles: ['user'],
  capabilities: [],
  state: 'active',
  country: 'PL',
  company: null,
  referrer: null,
  courses: 2,
  created_at: ago(40),
  last_seen_at: ago(1),
  allowed: [
    'update',
    'change_email',
    'change_rights',
    'disable',
    'delete',
    'impersonate',
    'end_sessions',
    'send_password_reset',
  ],
  ...changes,
})

export const userRecord = (username: string, changes: Partial<UserRecord> = {}): UserRecord => ({
  ...userRow(username),
  uuid: '00000000-0000-4000-8000-000000000002',
  version: 3,
  links: [],
  locale: 'en',
  time_zone: 'Europe/Warsaw',
  email_preferences: { product: true, reminders: true, feedback: true },
  accommodation: 0,
  activated_at: ago(39),
  disabled_at: null,
  disabled_reason: null,
  disabled_by: null,
  pending_email: null,
  deletion_due_at: null,
  open_sessions: 1,
  labs: { running: 0, queued: 0 },
  issues: { flag_alert: 0, disputed_order: 0, failed_mail: 0, extra_points: 0 },
  ...changes,
})

export const account = (id: string, changes: Partial<CloudAccount> = {}): CloudAccount => ({
  id,
  uuid: '00000000-0000-4000-8000-000000000003',
  cloud: 'aws',
  name: `pool ${id.slice(-4)}`,
  region: 'eu-central-1',
  status: 'Available',
  lock_reason: null,
  status_since: ago(0.25),
  hold_reason: null,
  holder: null,
  deployment_id: null,
  lab: null,
  last_error: null,
  last_nuked_at: ago(2),
  nuke_failures: 0,
  notes: '',
  version: 1,
  allowed: ['update', 'hold', 'nuke', 'retire'],
  history: [
    { at: ago(9), from: null, to: 'Pending', reason: 'Added by an administrator', by: 'ada' },
    { at: ago(8.9), from: 'Pending', to: 'Available', reason: 'Verified: credentials work and it is empty', by: null },
  ],
  ...changes,
})

export const courseRow = (slug: string, changes: Partial<CourseRow> = {}): CourseRow => ({
  id: slug,
  slug,
  title: 'AWS Red Team Essentials',
  status: 'published',
  level: 'beginner',
  price: { amount: 14_900, currency: 'EUR' },
  lessons: 14,
  learners: 31,
  completed: 9,
  updated_at: ago(3),
  ...changes,
})

const uuidOf = (kind: number, n: number) => `00000000-0000-4000-8${kind}00-${String(n).padStart(12, '0')}`
export const sectionId = (n: number) => uuidOf(1, n)
export const lessonId = (n: number) => uuidOf(2, n)

/** `counts` says how many lessons each section has. */
export function outline(counts: number[]): CourseOutline {
  let lesson = 0
  return {
    version: 7,
    sections: counts.map((lessons, at) => ({
      id: sectionId(at + 1),
      slug: `part-${at + 1}`,
      title: `Part ${at + 1}`,
      opens_after: null,
      lessons: Array.from({ length: lessons }, () => {
        lesson += 1
        return {
          id: lessonId(lesson),
          slug: `lesson-${lesson}`,
          title: `Lesson ${lesson}`,
          kind: 'reading',
          required: true,
          free_preview: false,
          lab: null,
          duration_seconds: 300,
          has_video: false,
          captions: 0,
          changed: false,
        }
      }),
    })),
  }
}

export const courseRecord = (changes: Partial<CourseRecord> = {}): CourseRecord => ({
  id: 'aws',
  uuid: '00000000-0000-4000-8000-0000000000c1',
  slug: 'aws',
  status: 'draft',
  version: 3,
  content_version: 12,
  title: 'AWS Red Team Essentials',
  subtitle: 'From one leaked key to the whole organisation',
  description: 'Learn **how** accounts fall.',
  level: 'beginner',
  language: 'en',
  clouds: ['aws'],
  tags: ['iam'],
  outcomes: ['Read a policy'],
  prerequisites: [],
  instructors: [{ name: 'Ada Brandt', title: 'Red teamer', bio: '' }],
  price: { amount: 14_900, currency: 'EUR' },
  position: 1,
  estimated_hours: null,
  computed_hours: 4.2,
  access_days: null,
  certificate_type: 'required',
  certificate_months: 24,
  feedback_form: null,
  feedback_share: 0.5,
  video_share: 0.9,
  exam: { slug: 'expert', title: 'AWS Red Team Expert', status: 'published' },
  outline: outline([2, 1]),
  draft: null,
  planned: null,
  missing: [],
  learners: 31,
  beta_testers: 2,
  created_at: ago(40),
  updated_at: ago(1),
  allowed: ['update', 'publish', 'archive', 'change_beta_testers'],
  ...changes,
})

export const lessonRecord = (n: number, changes: Partial<LessonRecord> = {}): LessonRecord => ({
  id: lessonId(n),
  version: 5,
  section: 'part-1',
  slug: `lesson-${n}`,
  title: `Lesson ${n}`,
  kind: 'reading',
  lab: null,
  body: 'Read **this**.',
  video: null,
  captions: [],
  duration_seconds: 300,
  changed: false,
  missing: [],
  ...changes,
})

export const courseUser = (username: string, changes: Partial<CourseUser> = {}): CourseUser => ({
  id: username,
  username,
  full_name: `${username.charAt(0).toUpperCase()}${username.slice(1)} Kowal`,
  email: `${username}@example.org`,
  source: 'voucher',
  since: ago(9),
  ends_at: null,
  state: 'open',
  reason: null,
  completed: 3,
  required: 8,
  completed_at: null,
  last_seen_at: ago(1),
  restore_until: null,
  allowed: ['remove'],
  ...changes,
})

export const auditEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '00000000-0000-4000-8000-000000000004',
  at: ago(0.1),
  actor: 'ada',
  action: 'users.update',
  subject_type: 'user',
  subject_id: 'mara',
  before: { disabled_at: null },
  after: { disabled_at: ago(0.1) },
  reason: 'Shared her password',
  address: '192.0.2.7',
  job_id: null,
  ...changes,
})

export const dashboard = (changes: Partial<Dashboard> = {}): Dashboard => ({
  users: { total: 42, active: 38, new_last_30_days: 11, seen_last_7_days: 19 },
  courses: { published: 3, enrolments: 61, completed: 17 },
  certificates: { issued: 14, issued_last_30_days: 3 },
  orders: { paid_last_30_days: 12, revenue_last_30_days: [{ amount: 178_800, currency: 'EUR' }] },
  deployments: { queued: 1, held: 0, provisioning: 1, running: 2, ending: 0, ended: 118 },
  accounts: [
    { cloud: 'aws', total: 6, by_status: { Available: 3, Locked: 2, Pending: 1 }, by_lock: { hold: 1, quarantine: 1 } },
    { cloud: 'azure', total: 6, by_status: { Available: 4, Locked: 2 }, by_lock: { hold: 1, quarantine: 1 } },
    { cloud: 'gcp', total: 6, by_status: { Available: 5, Provisioned: 1 }, by_lock: {} },
  ],
  attention: [
    {
      message: 'AWS account in quarantine after failed nukes',
      count: 1,
      to: `/admin/aws_accounts?filter=${encodeURIComponent('{"lock_reason":"quarantine"}')}`,
    },
  ],
  signups: Array.from({ length: 30 }, (_, index) => ({ day: ago(29 - index).slice(0, 10), count: (index * 7) % 5 })),
  ...changes,
})

export const bulkJob = (changes: Partial<BulkJob> = {}): BulkJob => ({
  id: '00000000-0000-4000-8000-000000000005',
  action: 'users.disable',
  actor: 'ada',
  state: 'done',
  total: 40,
  done: 37,
  failed: 3,
  reason: 'Left the company',
  stopped_because: null,
  created_at: ago(0.01),
  started_at: ago(0.01),
  finished_at: ago(0.001),
  undo_until: new Date(Date.now() + 500_000).toISOString(),
  undoes: null,
  undone_by: null,
  allowed: ['undo'],
  ...changes,
})

export const labRow = (slug: string, changes: Partial<LabRow> = {}): LabRow => ({
  id: slug,
  slug,
  title: 'Assume the role',
  cloud: 'aws',
  status: 'published',
  difficulty: 'beginner',
  duration_minutes: 90,
  flags: 3,
  deployments: 12,
  updated_at: ago(3),
  ...changes,
})

export const examRow = (slug: string, changes: Partial<ExamRow> = {}): ExamRow => ({
  id: slug,
  slug,
  title: 'AWS Red Team Expert',
  cloud: 'aws',
  status: 'published',
  price: { amount: 29_900, currency: 'EUR' },
  duration_minutes: 1_440,
  attempts_taken: 7,
  passed: 4,
  updated_at: ago(3),
  ...changes,
})

export const formRow = (changes: Partial<FeedbackFormRow> = {}): FeedbackFormRow => ({
  id: '00000000-0000-4000-8000-000000000007',
  slug: 'after-the-course',
  title: 'After the course',
  questions: 5,
  courses: 2,
  responses: 31,
  updated_at: ago(3),
  ...changes,
})

export const voucherRow = (code: string, changes: Partial<VoucherRow> = {}): VoucherRow => ({
  id: '00000000-0000-4000-8000-000000000008',
  kind: 'course',
  slug: 'aws',
  code,
  state: 'available',
  uses: 1,
  used: 0,
  organisation: null,
  recipient: 'jon@example.org',
  note: '',
  expires_at: ago(-30),
  created_at: ago(3),
  activated_at: null,
  used_by: null,
  order_number: null,
  price: null,
  batch: null,
  ...changes,
})

export const certificateRow = (changes: Partial<CertificateRow> = {}): CertificateRow => ({
  id: 'FY-7K2M',
  username: 'mara',
  name: 'Mara Kowal',
  title: 'AWS Red Team Essentials',
  type: 'required',
  state: 'valid',
  issued_at: ago(3),
  valid_until: null,
  ...changes,
})

export const banner = (changes: Partial<BannerRecord> = {}): BannerRecord => ({
  id: '00000000-0000-4000-8000-0000000000b1',
  content: 'Meet us at the conference',
  link: '/courses',
  active: true,
  position: 1,
  shows_from: null,
  shows_until: null,
  created_at: ago(3),
  updated_at: ago(1),
  version: 4,
  state: 'active',
  allowed: ['update', 'delete'],
  ...changes,
})

/**
 * Every feature, from top to bottom, with the tables it owns. A feature imports only what stands below it, never the queries of another;
 * it may read the tables of its own and of features below it, and writes its own alone. `npm run lint` holds everybody to this list.
 */
export const features = [
  { name: 'dashboard', tables: ['daily_figures'] },
  {
    name: 'alarms',
    tables: ['alarms', 'alarm_events', 'alarm_roster', 'alarm_settings', 'alarm_deliveries'],
  },
  { name: 'audit', tables: [] },
  { name: 'bulk', tables: ['bulk_jobs', 'bulk_items'] },
  { name: 'exports', tables: [] },
  { name: 'search', tables: [] },
  { name: 'users', tables: [] },
  { name: 'freezes', tables: ['freezes', 'freeze_accounts'] },
  { name: 'privacy', tables: ['privacy_requests', 'address_requests'] },
  { name: 'content', tables: ['content_imports'] },
  { name: 'uploads', tables: ['uploads', 'upload_pieces', 'stored_files'] },
  {
    name: 'feedback',
    tables: [
      'feedback_forms',
      'feedback_questions',
      'feedback_form_versions',
      'feedback_responses',
      'feedback_answers',
      'feedback_tallies',
    ],
  },
  { name: 'certificates', tables: ['certificates', 'certificate_versions', 'certificate_corrections', 'signing_keys'] },
  { name: 'orders', tables: ['orders', 'payment_events', 'invoices', 'counters', 'refunds'] },
  { name: 'vouchers', tables: ['vouchers'] },
  { name: 'banners', tables: ['banners'] },
  { name: 'contact', tables: [] },
  { name: 'flag-alerts', tables: [] },
  { name: 'canaries', tables: ['canary_settings', 'canary_runs'] },
  {
    name: 'exam-room',
    tables: [
      'exam_attempts',
      'exam_ledger',
      'exam_notes',
      'exam_reports',
      'exam_support',
      'extra_points',
      'conduct_cases',
      'incidents',
    ],
  },
  { name: 'lab-room', tables: [] },
  {
    name: 'deployments',
    tables: ['deployments', 'deployment_events', 'deployment_inventories', 'lab_snapshots', 'account_bookings'],
  },
  { name: 'cloud-accounts', tables: ['cloud_accounts', 'cloud_account_transitions', 'nuke_receipts'] },
  { name: 'classroom', tables: ['lesson_progress', 'course_progress', 'watch_clocks', 'notes'] },
  { name: 'entitlements', tables: ['entitlements'] },
  {
    name: 'courses',
    tables: ['courses', 'sections', 'lessons', 'bundles', 'bundle_courses', 'beta_testers'],
  },
  { name: 'exams', tables: ['exams', 'exam_snapshots'] },
  { name: 'labs', tables: ['labs', 'lab_access', 'resource_prices'] },
  { name: 'flags', tables: ['flags', 'flag_tries', 'flag_solves', 'flag_hints', 'flag_alerts', 'planted_flags'] },
  {
    name: 'revisions',
    tables: ['content_drafts', 'content_draft_parts', 'content_revisions', 'content_revision_parts'],
  },
  {
    name: 'auth',
    tables: [
      'users',
      'sessions',
      'mail_tokens',
      'factors',
      'passkey_challenges',
      'recovery_codes',
      'factor_removals',
      'settings',
    ],
  },
] as const satisfies readonly { name: string; tables: readonly string[] }[]

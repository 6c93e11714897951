/**
 * All areas, from top to bottom, and the features of each, from top to bottom, with the tables they own. A feature imports only features below
 * it, through their door (`index.ts`). It may read its own tables and those of features below it, and write only its own. `npm run lint` enforces this.
 */
export const areas = [
  {
    name: 'operations',
    features: [
      { name: 'system', tables: ['processes', 'backup_runs'] },
      { name: 'dashboard', tables: ['daily_figures'] },
      { name: 'alarms', tables: ['alarms', 'alarm_events', 'alarm_roster', 'alarm_settings', 'alarm_deliveries'] },
      { name: 'audit', tables: [] },
      { name: 'bulk', tables: ['bulk_jobs', 'bulk_items'] },
      { name: 'search', tables: [] },
      { name: 'banners', tables: ['banners'] },
      { name: 'home-page', tables: ['home_page'] },
      { name: 'contact', tables: [] },
    ],
  },
  {
    name: 'support',
    features: [
      { name: 'users', tables: [] },
      { name: 'privacy', tables: ['privacy_requests', 'address_requests'] },
      { name: 'account-freezes', tables: ['freezes', 'freeze_accounts'] },
    ],
  },
  {
    name: 'authoring',
    features: [
      { name: 'content', tables: ['content_imports'] },
      { name: 'uploads', tables: ['uploads', 'upload_pieces', 'stored_files'] },
    ],
  },
  {
    name: 'certification',
    features: [
      {
        name: 'certificates',
        tables: [
          'certificates',
          'certificate_versions',
          'certificate_corrections',
          'signing_keys',
          'badge_positions',
          'certificate_checks',
        ],
      },
      {
        name: 'feedback',
        tables: [
          'feedback_forms',
          'feedback_questions',
          'feedback_form_versions',
          'feedback_responses',
          'feedback_answers',
          'feedback_tallies',
          'feedback_quotes',
        ],
      },
    ],
  },
  {
    name: 'commerce',
    features: [
      { name: 'seats', tables: [] },
      { name: 'accounting', tables: ['months'] },
      {
        name: 'orders',
        tables: [
          'orders',
          'payment_events',
          'transfers',
          'payouts',
          'payout_lines',
          'invoices',
          'counters',
          'refunds',
          'disputes',
        ],
      },
      { name: 'vouchers', tables: ['vouchers'] },
      { name: 'organisations', tables: ['organisations', 'organisation_managers', 'organisation_invitations'] },
      { name: 'taxes', tables: ['tax_rates', 'sellers'] },
    ],
  },
  {
    name: 'training',
    features: [
      { name: 'insight', tables: ['insights'] },
      { name: 'lesson-reports', tables: ['lesson_reports'] },
      { name: 'flag-sharing', tables: [] },
      { name: 'canaries', tables: ['canary_settings', 'canary_runs', 'cloud_proofs'] },
      { name: 'shell', tables: ['shells', 'shell_log', 'missing_commands', 'defense_answers', 'rehearsals'] },
      {
        name: 'exam-attempts',
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
      { name: 'lab-work', tables: [] },
    ],
  },
  {
    name: 'clouds',
    features: [
      {
        name: 'deployments',
        tables: [
          'deployments',
          'deployment_events',
          'deployment_inventories',
          'lab_snapshots',
          'account_bookings',
          'group_reservations',
          'group_members',
          'pool_drifts',
        ],
      },
      {
        name: 'cloud-accounts',
        tables: ['cloud_accounts', 'cloud_account_transitions', 'nuke_receipts', 'region_outages'],
      },
    ],
  },
  {
    name: 'catalogue',
    features: [
      { name: 'notes', tables: ['notes', 'lesson_bookmarks'] },
      { name: 'progress', tables: ['lesson_progress', 'course_progress', 'watch_clocks'] },
      { name: 'entitlements', tables: ['entitlements'] },
      { name: 'courses', tables: ['courses', 'sections', 'lessons', 'bundles', 'bundle_courses', 'beta_testers'] },
      { name: 'exams', tables: ['exams', 'exam_snapshots'] },
      { name: 'labs', tables: ['labs', 'lab_access', 'resource_prices'] },
      { name: 'flags', tables: ['flags', 'flag_tries', 'flag_solves', 'flag_hints', 'flag_alerts', 'planted_flags'] },
      {
        name: 'revisions',
        tables: ['content_drafts', 'content_draft_parts', 'content_revisions', 'content_revision_parts'],
      },
    ],
  },
  {
    name: 'platform',
    features: [
      { name: 'exports', tables: [] },
      { name: 'webhooks', tables: ['webhooks', 'webhook_deliveries'] },
      { name: 'brand', tables: ['brand'] },
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
      { name: 'legal', tables: ['legal_versions', 'legal_acceptances'] },
    ],
  },
] as const satisfies readonly Area[]

interface Area {
  name: string
  features: readonly { name: string; tables: readonly string[] }[]
}

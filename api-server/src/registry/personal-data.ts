import { certificateSpecials } from '../areas/certification/certificates/personal-data-queries.ts'
import { certificateFiles } from '../areas/certification/certificates/service.ts'
import { feedbackSpecials } from '../areas/certification/feedback/personal-data-queries.ts'
import { orderSpecials } from '../areas/commerce/orders/personal-data-queries.ts'
import { organisationSpecials } from '../areas/commerce/organisations/queries.ts'
import { voucherSpecials } from '../areas/commerce/vouchers/personal-data-queries.ts'
import { bulkSpecials } from '../areas/operations/bulk/queries.ts'
import { authSpecials, userSpecials } from '../areas/platform/auth/account-data-queries.ts'
import { fulfilDuties, requestSpecials } from '../areas/support/privacy/duties-queries.ts'
import { auditSpecials } from '../audit-log/personal-data-queries.ts'
import * as schema from '../db/schema/index.ts'
import type { PersonalData, SpecialDuties } from '../extension-points/personal-data.ts'
import { attemptSpecials } from '../limits/queries.ts'
import { mailSpecials } from '../mail/personal-data-queries.ts'

/**
 * All features with personal data, in the order of exports and erasures: deployments and flags before the exams they belong to. The
 * tables are in the order of their rows in the archive.
 */
const parts: readonly (SpecialDuties & Pick<PersonalData, 'name' | 'tables'>)[] = [
  {
    name: 'account',
    tables: [schema.usersDuties],
    erased: 'Your account: name, username, e-mail address, password and profile.',
    ...userSpecials,
  },
  {
    name: 'sign-in',
    tables: [
      schema.sessionsDuties,
      schema.factorsDuties,
      schema.factorRemovalsDuties,
      schema.mailTokensDuties,
      schema.passkeyChallengesDuties,
      schema.recoveryCodesDuties,
      schema.settingsDuties,
    ],
    erased: 'Your sign-ins with their devices and addresses, and your second factors.',
    ...authSpecials,
  },
  { name: 'attempts', tables: [schema.rateLimitsDuties], ...attemptSpecials },
  { name: 'idempotency-keys', tables: [schema.idempotencyKeysDuties] },
  {
    name: 'courses',
    tables: [schema.courseProgressDuties, schema.lessonProgressDuties, schema.watchClocksDuties],
    erased: 'Your progress in courses and what you watched.',
  },
  { name: 'notes', tables: [schema.notesDuties, schema.lessonBookmarksDuties], erased: 'Your notes and bookmarks.' },
  { name: 'beta-tests', tables: [schema.betaTestersDuties] },
  { name: 'account-freezes', tables: [schema.freezesDuties, schema.freezeAccountsDuties] },
  {
    name: 'flags',
    tables: [
      schema.flagTriesDuties,
      schema.flagSolvesDuties,
      schema.flagHintsDuties,
      schema.flagAlertsDuties,
      schema.plantedFlagsDuties,
    ],
  },
  {
    name: 'shell',
    tables: [schema.shellsDuties, schema.shellLogDuties, schema.defenseAnswersDuties, schema.rehearsalsDuties],
    erased:
      'What you did in the shells of labs, what the simulated clouds wrote down of it, and what you answered about it.',
  },
  {
    name: 'deployments',
    tables: [
      schema.deploymentsDuties,
      schema.groupMembersDuties,
      schema.groupReservationsDuties,
      schema.deploymentEventsDuties,
      schema.deploymentInventoriesDuties,
      schema.accountBookingsDuties,
      schema.poolDriftsDuties,
    ],
    erased:
      'Your labs: what you ran, the flags you tried and solved, the data you gave for them, and the groups that accounts were kept for.',
  },
  {
    name: 'cloud-accounts',
    tables: [schema.cloudAccountsDuties, schema.cloudAccountTransitionsDuties, schema.regionOutagesDuties],
  },
  {
    name: 'exams',
    tables: [
      schema.examAttemptsDuties,
      schema.examLedgerDuties,
      schema.examNotesDuties,
      schema.examReportsDuties,
      schema.examSupportDuties,
      schema.extraPointsDuties,
      schema.conductCasesDuties,
      schema.incidentsDuties,
    ],
    erased: 'Your exams: bookings, attempts, notes, reports and results.',
  },
  { name: 'labs', tables: [schema.labAccessDuties] },
  {
    name: 'access',
    tables: [schema.entitlementsDuties],
    erased: 'Your access to courses, labs and exams, whether or not it has run out.',
  },
  {
    name: 'certificates',
    tables: [schema.certificatesDuties, schema.certificateVersionsDuties, schema.certificateCorrectionsDuties],
    erased:
      'Your requests to correct certificates, and your certificates: their pages say that they were withdrawn, unless you choose to leave them.',
    kept: 'The pages of your certificates with the name printed on them, only if you choose so.',
    ...certificateSpecials,
    files: certificateFiles,
  },
  {
    name: 'orders',
    tables: [
      schema.ordersDuties,
      schema.invoicesDuties,
      schema.refundsDuties,
      schema.disputesDuties,
      schema.transfersDuties,
      schema.paymentEventsDuties,
      schema.payoutLinesDuties,
    ],
    kept: 'Orders that were paid, with the billing details you gave and their invoices, for as long as tax law asks.',
    ...orderSpecials,
  },
  {
    name: 'organisations',
    tables: [schema.organisationsDuties, schema.organisationManagersDuties, schema.organisationInvitationsDuties],
    erased: 'That you manage organisations, and invitations to you. What they bought stays theirs.',
    ...organisationSpecials,
  },
  { name: 'accounting', tables: [schema.monthsDuties] },
  {
    name: 'vouchers',
    tables: [schema.vouchersDuties],
    kept: 'Vouchers, without your name: those of an order stay with it, and people who were given one can still use it.',
    ...voucherSpecials,
  },
  {
    name: 'feedback',
    tables: [schema.feedbackResponsesDuties, schema.feedbackAnswersDuties, schema.feedbackQuotesDuties],
    kept: 'What you answered in feedback forms, in your own words too, no longer linked to you: it still counts. We stop quoting it.',
    ...feedbackSpecials,
  },
  {
    name: 'lesson_reports',
    tables: [schema.lessonReportsDuties],
    kept: 'The errors in lessons that you reported, no longer linked to you.',
  },
  { name: 'mails', tables: [schema.outboxDuties], erased: 'The mails we sent you.', ...mailSpecials },
  {
    name: 'changes',
    tables: [schema.auditDuties],
    kept: 'That administrators changed something about your account, and when and why, without your name and address.',
    ...auditSpecials,
  },
  { name: 'bulk', tables: [schema.bulkJobsDuties, schema.bulkItemsDuties], ...bulkSpecials },
  { name: 'alarms', tables: [schema.alarmsDuties, schema.alarmEventsDuties, schema.alarmRosterDuties] },
  { name: 'canaries', tables: [schema.canaryRunsDuties] },
  { name: 'revisions', tables: [schema.contentDraftsDuties, schema.contentRevisionsDuties] },
  {
    name: 'privacy',
    tables: [schema.privacyRequestsDuties, schema.addressRequestsDuties],
    kept: 'That an account was deleted, and when, under a number that names nobody.',
    ...requestSpecials,
  },
]

export const personalData: readonly PersonalData[] = parts.map(fulfilDuties)

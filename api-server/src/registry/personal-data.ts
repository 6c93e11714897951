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
  { name: 'legal', tables: [schema.legalAcceptancesDuties], erased: 'The legal pages that you accepted.' },
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
    erased: 'Your commands in lab shells, the simulated clouds’ logs of them, and your answers about those logs.',
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
    erased: 'Your labs: deployments, submitted and solved flags, extra data, and group reservations.',
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
    erased: 'Your access to courses, labs and exams, current and expired.',
  },
  {
    name: 'certificates',
    tables: [
      schema.certificatesDuties,
      schema.certificateVersionsDuties,
      schema.badgePositionsDuties,
      schema.certificateChecksDuties,
      schema.certificateCorrectionsDuties,
    ],
    erased:
      'Your requests to correct certificates, and your certificates: their pages say that they were withdrawn, unless you choose to leave them.',
    retained: 'The pages of your certificates with the name printed on them, only if you choose so.',
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
    retained: 'Paid orders with billing details and invoices, for as long as tax law requires.',
    ...orderSpecials,
  },
  {
    name: 'organisations',
    tables: [schema.organisationsDuties, schema.organisationManagersDuties, schema.organisationInvitationsDuties],
    erased: 'Your roles as a manager of organisations, and invitations to you. Their purchases remain theirs.',
    ...organisationSpecials,
  },
  { name: 'accounting', tables: [schema.monthsDuties] },
  {
    name: 'vouchers',
    tables: [schema.vouchersDuties],
    retained: 'Vouchers, without your name: they remain with their order, and recipients can still use them.',
    ...voucherSpecials,
  },
  {
    name: 'feedback',
    tables: [schema.feedbackResponsesDuties, schema.feedbackAnswersDuties, schema.feedbackQuotesDuties],
    retained: 'Your feedback answers, including texts, no longer linked to you. Quotes are removed.',
    ...feedbackSpecials,
  },
  {
    name: 'lesson_reports',
    tables: [schema.lessonReportsDuties],
    retained: 'The errors in lessons that you reported, no longer linked to you.',
  },
  { name: 'mails', tables: [schema.outboxDuties], erased: 'The mails we sent you.', ...mailSpecials },
  {
    name: 'changes',
    tables: [schema.auditDuties],
    retained: 'Changes of your account by administrators, with time and reason, without your name and address.',
    ...auditSpecials,
  },
  { name: 'bulk', tables: [schema.bulkJobsDuties, schema.bulkItemsDuties], ...bulkSpecials },
  { name: 'alarms', tables: [schema.alarmsDuties, schema.alarmEventsDuties, schema.alarmRosterDuties] },
  { name: 'canaries', tables: [schema.canaryRunsDuties] },
  { name: 'revisions', tables: [schema.contentDraftsDuties, schema.contentRevisionsDuties] },
  {
    name: 'privacy',
    tables: [schema.privacyRequestsDuties, schema.addressRequestsDuties],
    retained: 'The fact and time of the deletion, under an anonymous number.',
    ...requestSpecials,
  },
]

export const personalData: readonly PersonalData[] = parts.map(fulfilDuties)

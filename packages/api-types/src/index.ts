import type { z } from 'zod'
import { adminOperations } from './admin.ts'
import { learnerOperations } from './learner.ts'
import type * as schemas from './schemas.ts'

/** The operation table: the only place where a path, a method or an access rule is written (DESIGN §4). */
export const operations = { ...learnerOperations, ...adminOperations }
export type OperationName = keyof typeof operations

export type { FilterOf, ListName, SortOf } from './admin.ts'
export { type BulkActionName, bulkActionOf, callOf, capabilitiesOf } from './bulk/actions.ts'
export type { Auth, Capability, Operation, Page, RateClass } from './contract/operation.ts'
export { ApiError, type FieldError, type Problem, type ProblemCode } from './contract/problem.ts'
export { MissingParameterError } from './contract/request.ts'

type Out<T extends z.ZodType> = z.output<T>
export type Activation = Out<typeof schemas.activation>
export type AuditEntry = Out<typeof schemas.auditEntry>
export type Banner = Out<typeof schemas.banner>
export type BulkItem = Out<typeof schemas.bulkItem>
export type BulkJob = Out<typeof schemas.bulkJob>
export type BulkPreview = Out<typeof schemas.bulkPreview>
export type BannerRecord = Out<typeof schemas.bannerRecord>
export type Bundle = Out<typeof schemas.bundle>
export type Certificate = Out<typeof schemas.certificate>
export type CertificateRow = Out<typeof schemas.certificateRow>
export type Checkout = Out<typeof schemas.checkout>
export type Cloud = Out<typeof schemas.cloud>
export type CloudAccount = Out<typeof schemas.cloudAccount>
export type CloudAccountRow = Out<typeof schemas.cloudAccountRow>
export type CloudStatus = Out<typeof schemas.cloudStatus>
export type Course = Out<typeof schemas.course>
export type CourseCard = Out<typeof schemas.courseCard>
export type CourseDetails = Out<typeof schemas.courseDetails>
export type CourseProgress = Out<typeof schemas.courseProgress>
export type CourseRow = Out<typeof schemas.courseRow>
export type Dashboard = Out<typeof schemas.dashboard>
export type Deployment = Out<typeof schemas.deployment>
export type DeploymentRow = Out<typeof schemas.deploymentRow>
export type DeploymentState = Out<typeof schemas.deploymentState>
export type DeletionPreview = Out<typeof schemas.deletionPreview>
export type EndReason = Out<typeof schemas.endReason>
export type Exam = Out<typeof schemas.exam>
export type ExamCard = Out<typeof schemas.examCard>
export type ExamRow = Out<typeof schemas.examRow>
export type FeedbackFormRow = Out<typeof schemas.feedbackFormRow>
export type FlagType = Out<typeof schemas.flagType>
export type Lab = Out<typeof schemas.lab>
export type LabCard = Out<typeof schemas.labCard>
export type LabRow = Out<typeof schemas.labRow>
export type LessonProgress = Out<typeof schemas.lessonProgress>
export type LockReason = Out<typeof schemas.lockReason>
export type Me = Out<typeof schemas.me>
export type Money = Out<typeof schemas.order>['total']
export type MyCourse = Out<typeof schemas.myCourse>
export type MyExport = Out<typeof schemas.myExport>
export type MyFlag = Out<typeof schemas.myFlag>
export type MyLab = Out<typeof schemas.myLab>
export type MySession = Out<typeof schemas.mySession>
export type Order = Out<typeof schemas.order>
export type Passkey = Out<typeof schemas.passkey>
export type PasskeyCreation = Out<typeof schemas.passkeyCreation>
export type PasskeyRequest = Out<typeof schemas.passkeyRequest>
export type Role = Out<typeof schemas.role>
export type SecondFactor = Out<typeof schemas.secondFactor>
export type Session = Out<typeof schemas.session>
export type SessionUser = Out<typeof schemas.sessionUser>
export type Stage = Out<typeof schemas.stage>
export type TotpKey = Out<typeof schemas.totpKey>
export type UserRecord = Out<typeof schemas.userRecord>
export type UserRow = Out<typeof schemas.userRow>
export type VideoUrl = Out<typeof schemas.videoUrl>
export type Voucher = Out<typeof schemas.voucher>
export type VoucherRow = Out<typeof schemas.voucherRow>
export type UserEntitlement = Out<typeof schemas.userEntitlement>
export type AccessAnswer = Out<typeof schemas.accessAnswer>
export type UserOrder = Out<typeof schemas.userOrder>
export type UserExam = Out<typeof schemas.userExam>
export type UserSession = Out<typeof schemas.userSession>
export type UserProgress = Out<typeof schemas.userProgress>
export type UserMail = Out<typeof schemas.userMail>
export type Timeline = Out<typeof schemas.timeline>
export type TimelineTopic = Out<typeof schemas.timelineTopic>
export type TimelineEvent = Out<typeof schemas.timelineEvent>
export type Found = Out<typeof schemas.found>
export type FoundKind = Out<typeof schemas.foundKind>
export type SearchGroup = Out<typeof schemas.searchGroup>

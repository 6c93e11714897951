export { countSeats } from './batch/queries.ts'
export { checkRecipients, rowOf } from './batch/recipients.ts'
export { codeForOwner, maskCode, newCode } from './code.ts'
export { markMailWaiting } from './mail-queries.ts'
export { voucherMail } from './mails.ts'
export { assignVouchers, consumeUse, insertVouchers, lockVouchersOf, type NewVoucher, setMailDay } from './queries.ts'
export { columnOf, listContentPaths, queueUseWebhook, targetOf } from './service.ts'
export { currentState, undeliveredVouchers, voucherLabel } from './sql.ts'
export {
  assertChosen,
  becameOf,
  endRunning,
  lockWithAllHolders,
  lockWithHolders,
  resume,
  suspend,
  type TakeBackDeps,
  takeVouchersBack,
} from './take-back.ts'
export { listRunning, listSeats } from './take-back-queries.ts'

export { closeDispute, openDispute } from './disputes.ts'
export { recordRefund } from './record.ts'
export { failRefund, settleRefund } from './settle.ts'

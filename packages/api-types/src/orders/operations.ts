import type { Rows } from '../contract/operation.ts'
import { signedIn } from '../contract/row.ts'

const purchase = { bodyLimit: 512 * 1024, status: 201, rate: 'money', idempotent: true } as const

export const orderOperations = {
  purchaseCourse: signedIn.published('POST /courses/purchase', 'purchaseCoursePayload', 'checkout', {
    ...purchase,
    summary: 'Starts the purchase of a course',
  }),
  purchaseCourseBundle: signedIn.published('POST /courses/purchase_bundle', 'purchaseCourseBundlePayload', 'checkout', {
    ...purchase,
    summary: 'Starts the purchase of a bundle',
  }),
  purchaseLab: signedIn.published('POST /labs/purchase', 'purchaseLabPayload', 'checkout', {
    ...purchase,
    summary: 'Starts the purchase of a lab',
  }),
  purchaseExam: signedIn.published('POST /exams/purchase', 'purchaseExamPayload', 'checkout', {
    ...purchase,
    summary: 'Starts the purchase of an exam',
  }),
  quoteOrder: signedIn('POST /orders/quote', 'orderQuoteAsk', 'orderQuote', {
    impersonation: 'allowed',
    summary: 'Price of an order for me, with tax',
  }),
  downloadOrderDocument: signedIn('GET /orders/{id}/documents/{document_id}', {
    stream: 'file',
    summary: 'An invoice or credit note of my order, as PDF',
  }),
  downloadProForma: signedIn('GET /orders/{id}/pro_forma', {
    stream: 'file',
    summary: 'A pro forma invoice for an unpaid order, as PDF',
  }),
  getOrder: signedIn('GET /orders/{id}', 'order', { summary: 'One of my orders with its state' }),
  listMyOrders: signedIn('GET /orders/me', 'order[]', { summary: 'My orders' }),
  listUnpaidOrders: signedIn('GET /orders/me/unpaid', 'unpaidOrder[]', {
    summary: 'My unpaid orders of the last fourteen days, the newest of each product',
  }),
  listOrganisationOrders: signedIn('GET /organisations/{id}/orders', 'organisationOrder[]', {
    summary: 'Orders of an organisation that I manage',
  }),
  listMyBundles: signedIn('GET /bundles/me', 'myBundle[]', {
    summary: 'Remaining price of each bundle for me, and the parts that I own',
  }),
  cancelOrder: signedIn('POST /orders/{id}/cancel', 'order', {
    rate: 'money',
    summary: 'Cancels my unpaid order',
  }),
  updateGift: signedIn('PATCH /orders/{id}/gift', 'giftUpdate', 'order', {
    summary: 'Changes the date or message of a gift before it is sent',
  }),
  payDemoOrder: signedIn('POST /orders/{id}/demo_payment', 'demoPayment', 'order', {
    rate: 'money',
    idempotent: true,
    summary: 'Pays, declines or cancels in the demo checkout; demo only',
  }),
} satisfies Rows

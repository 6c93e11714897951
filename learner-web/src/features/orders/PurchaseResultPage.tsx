import { Page } from '../../shell/Page.tsx'

export default function PurchaseResultPage() {
  return (
    <Page
      title="Your purchase"
      width="text"
      intro="This page will hold the state of your order: paid, on its way, or cancelled."
    />
  )
}

import { Page } from '../../shell/Page.tsx'

export default function VouchersPage() {
  return (
    <Page
      title="Vouchers"
      width="text"
      intro="This page will hold the vouchers you bought: whom they went to, and which are still free."
    />
  )
}

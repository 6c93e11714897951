import { Page } from '../../shell/Page.tsx'

export default function ActivateVoucherPage() {
  return (
    <Page
      title="Activate a voucher"
      width="text"
      intro="This page will hold the field for your voucher’s code, and say what it opens before you use it."
    />
  )
}

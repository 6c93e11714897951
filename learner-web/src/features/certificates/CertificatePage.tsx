import { Page } from '../../shell/Page.tsx'

export default function CertificatePage() {
  return (
    <Page
      title="Certificate"
      width="text"
      intro="This page will hold a certificate that anyone can check: whose it is, for what, and whether it still stands."
    />
  )
}

import { Page } from '../../shell/Page.tsx'

export default function CertificatesPage() {
  return (
    <Page
      title="Certificates"
      width="text"
      intro="This page will hold the certificates you have earned, to show, print and send."
    />
  )
}

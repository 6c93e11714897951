import { Page } from '../../shell/Page.tsx'

export default function ProfilePage() {
  return (
    <Page
      title="Profile"
      width="text"
      intro="This page will hold your name, addresses, password, sessions and what we may write to you about."
    />
  )
}

/** An e-mail address that wraps before the @ if it does not fit on a line. */
export function MailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  )
}

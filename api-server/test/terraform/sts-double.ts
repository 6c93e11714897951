import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StsDouble {
  url: string
  /** Requests received, with the fields of the STS query protocol and the key that signed them. */
  asked: { fields: Record<string, string>; signedBy: string; token: string | undefined }[]
  /** Makes the next request fail with this error. */
  refuse(status: number, code: string, message: string): void
  close(): Promise<void>
}

/** AWS Security Token Service on this machine. Like the real one, it uses the query protocol and answers in XML. */
export async function startStsDouble(): Promise<StsDouble> {
  const asked: StsDouble['asked'] = []
  let refusal: { status: number; xml: string } | undefined
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const fields = Object.fromEntries(new URLSearchParams(body))
    const signedBy = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? ''
    asked.push({ fields, signedBy, token: request.headers['x-amz-security-token']?.toString() })
    const { status, xml } = refusal ?? { status: 200, xml: answerTo(fields, signedBy) }
    refusal = undefined
    response.writeHead(status, { 'content-type': 'text/xml' }).end(xml)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse(status, code, message) {
      const xml = `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`
      refusal = { status, xml }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/'

function answerTo({ Action, RoleArn = '', RoleSessionName = '' }: Record<string, string>, signedBy: string): string {
  const account = signedBy.startsWith('ASIA') ? signedBy.slice(4) : '999999999999'
  const result =
    Action === 'AssumeRole'
      ? `<Credentials><AccessKeyId>ASIA${RoleArn.split(':')[4]}</AccessKeyId><SecretAccessKey>canary-session-secret</SecretAccessKey>` +
        '<SessionToken>canary-session-token</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials>' +
        `<AssumedRoleUser><AssumedRoleId>AROA:${RoleSessionName}</AssumedRoleId><Arn>${RoleArn}</Arn></AssumedRoleUser>`
      : `<Arn>arn:aws:iam::${account}:user/x</Arn><UserId>AIDA</UserId><Account>${account}</Account>`
  return `<${Action}Response xmlns="${NAMESPACE}"><${Action}Result>${result}</${Action}Result><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${Action}Response>`
}

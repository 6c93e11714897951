import { expect, type Page } from '@playwright/test'
import type { Mail } from '../support/sent-mails.ts'
import { readServerInfo } from '../support/server-info.ts'

/** A page, or another client of the server. */
type Client = Pick<Page, 'request'>

/** The mails to an address, newest first. Not read by the page's own context: the outbox answers nothing that a proxy could have passed on. */
export async function listMails(page: Client, to: string): Promise<Mail[]> {
  const health = await page.request.get('/healthz')
  const { MAILS = new URL('/api/v1/demo/outbox', health.url()).href } = readServerInfo(health.url()).environment
  const mails = (await (await fetch(MAILS)).json()) as Mail[]
  return mails.filter((mail) => mail.to === to)
}

export const listSubjects = async (page: Client, to: string) =>
  (await listMails(page, to)).map(({ subject }) => subject)

/** The newest link to an address that matches. A mail server has it a few seconds later than the demo's outbox. */
export async function findMailedLink(page: Client, to: string, link: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    found = (await listMails(page, to)).map((mail) => link.exec(mail.text)?.[0]).find((one) => one !== undefined)
    expect(found, `No mail to ${to} holds ${link}`).toBeDefined()
  }).toPass({ timeout: 90_000 })
  return found ?? ''
}

import type { CloudName } from '../db/schema/index.ts'
import { consolePath, PASSWORD_LABEL, USER_LABEL } from '../integrations/clouds/simulated-build.ts'
import { type Html, html } from './html.ts'
import { styles } from './styles.ts'
import { titleOf } from './type-titles.ts'

export interface Account {
  cloud: CloudName
  account_id: string
}
export interface Resource {
  type: string
  name: string
  attributes: Record<string, string>
}

export function signInPage(account: Account, { user = '', problem }: { user?: string; problem?: string } = {}): string {
  return page(
    `Sign in to ${named(account)}`,
    html`<form method="post" action="${consolePath(account)}/signin" autocomplete="off">
      ${problem ? html`<p class="problem" id="problem" role="alert">${problem}</p>` : null}
      <label for="user">${USER_LABEL}</label>
      <input id="user" name="user" value="${user}" required maxlength="200" autocapitalize="none" spellcheck="false"
        ${problem ? html`aria-describedby="problem"` : null} />
      <label for="password">${PASSWORD_LABEL}</label>
      <input id="password" name="password" type="password" required maxlength="200" autocomplete="off" />
      <button type="submit">Sign in</button>
      <p class="quiet">You will find both on your lab’s page while the lab is running.</p>
    </form>`,
  )
}

/** Shown after the lab has ended, whatever page was open. */
export const overPage = (account: Account): string =>
  page(
    'These credentials no longer work',
    html`<p>The lab they belong to has ended or was reset. Everything in ${named(account)} has been wiped.</p>
      <p>Deploy the lab again to get new ones, then <a href="${consolePath(account)}/signin">sign in again</a>.</p>`,
  )

export const missingPage = (account: Account): string =>
  page('Resource not found', html`<p><a href="${consolePath(account)}">See everything in ${named(account)}</a></p>`)

export function accountPage(account: Account, resources: Resource[]): string {
  const types = [...new Set(resources.map(({ type }) => type))].sort()
  return page(
    sentenceCase(named(account)),
    html`<p>You may see ${resources.length === 1 ? 'one resource' : `${resources.length} resources`} of this account. There may be others.</p>
      ${types.map(
        (type) => html`<section>
          <h2>${titleOf(type)}</h2>
          <ul>
            ${resources
              .filter((one) => one.type === type)
              .map((one) => html`<li><a href="${resourcePath(account, one)}">${one.name}</a></li>`)}
          </ul>
        </section>`,
      )}`,
    account,
  )
}

export const resourcePage = (account: Account, { type, name, attributes }: Resource): string =>
  page(
    name,
    html`<p><a href="${consolePath(account)}">All resources of ${named(account)}</a></p>
      <dl>
        ${Object.entries({ type: titleOf(type), name, ...attributes }).map(
          ([key, value]) => html`<div><dt>${key.replaceAll('_', ' ')}</dt><dd>${value}</dd></div>`,
        )}
      </dl>`,
    account,
  )

const resourcePath = (account: Account, { type, name }: Resource) =>
  `${consolePath(account)}/resources/${encodeURIComponent(type)}/${encodeURIComponent(name)}`

const words: Record<CloudName, string> = {
  aws: 'AWS account',
  azure: 'Azure subscription',
  gcp: 'Google Cloud project',
}
const named = ({ cloud, account_id }: Account) => `${words[cloud]} ${account_id}`
const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A striped corner, to distinguish its tab from ours. */
const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Cpath fill="%237d4f00" d="M0 0h8v8z"/%3E%3C/svg%3E'

function page(title: string, content: Html, signedIn?: Account): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="${icon}" />
    <title>${title} · Simulated cloud</title>
    <style>${styles}</style>
  </head>
  <body>
    <header>
      <p><strong>Simulated cloud</strong> for training. Nothing here is real.</p>
      ${signedIn ? html`<form method="post" action="${consolePath(signedIn)}/signout"><button>Sign out</button></form>` : null}
    </header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>`.text
}

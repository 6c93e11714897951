import { chromium } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import * as a from '../admin-console/test/answers.ts'
const users = [a.userRow('mara'), a.userRow('jon',{state:'inactive',courses:0,last_seen_at:null}), a.userRow('ada',{roles:['user','admin'],capabilities:['owner','support']}), a.userRow('zed',{state:'disabled'}), ...Array.from({length:26},(_,i)=>a.userRow('learner'+i))]
const accts = [a.account('220944710032',{status:'Provisioned',holder:'mara',lab:'Assume the wrong role'}), a.account('220944710047'), a.account('220944710051',{status:'Nuking'}), a.account('220944710068',{status:'Dirty'}), a.account('220944710074',{status:'Locked',lock_reason:'quarantine',last_error:'nuke failed 3 times: a KMS key is pending deletion',nuke_failures:3}), a.account('220944710080',{status:'Pending',last_error:'The credentials are refused'}), a.account('220944710093',{status:'Locked',lock_reason:'hold'})]
const page_ = (rows,total=rows.length)=>({rows,total})
const answers = {
  'POST /auth/refresh': ()=>a.sessionOf(),
  'GET /admin/users': ()=>page_(users.slice(0,25),30),
  'GET /admin/user/mara': ()=>a.userRecord('mara'),
  'GET /admin/courses': ()=>page_([a.courseRow('aws'),a.courseRow('azure',{title:'Azure Attack Paths',status:'draft'})]),
  'GET /admin/dashboard': ()=>a.dashboard(),
  'GET /admin/aws_accounts': ()=>page_(accts),
  'GET /admin/cloud_accounts/220944710093': ()=>accts[6],
  'GET /admin/audit': ()=>page_([a.auditEntry()]),
  'GET /admin/labs': ()=>page_([]),
}
const browser = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const paths = process.argv[2] ? process.argv[2].split(',') : ['/admin/','/admin/users','/admin/users/mara','/admin/aws_accounts','/admin/aws_accounts/220944710093','/admin/audit','/admin/courses','/admin/labs','/admin/vouchers','/admin/courses/aws','/admin/nope']
for (const theme of ['light','dark']) for (const [w,h] of [[1280,860],[390,844]]) {
  const ctx = await browser.newContext({viewport:{width:w,height:h},colorScheme:theme,reducedMotion:'reduce'})
  const page = await ctx.newPage()
  page.on('console',m=>{ if(['error','warning'].includes(m.type())&&theme==='light'&&w===1280&&!/50[13]/.test(m.text())) console.log('CONSOLE',m.text().slice(0,400))})
  page.on('pageerror',e=>console.log('ERR',String(e.stack).slice(0,600)))
  await page.route('**/api/v1/**', async route=>{
    const r=route.request(); const u=new URL(r.url()); const key=r.method()+' '+u.pathname.replace('/api/v1','')
    const f=answers[key]
    if(!f) return route.fulfill({status:501,contentType:'application/problem+json',body:JSON.stringify({type:'x',title:'x',status:501,code:'not_served',detail:'This part is still being built.'})})
    const v=f()
    if(v.rows) return route.fulfill({json:v.rows,headers:{'content-range':`items 0-${v.rows.length-1}/${v.total}`}})
    return route.fulfill({json:v})
  })
  for (const p of paths) {
    await page.goto('http://127.0.0.1:4873'+p); await page.waitForLoadState('networkidle'); await page.waitForTimeout(400)
    await page.screenshot({path:`/tmp/shots-console/${p.replaceAll('/','_')}-${theme}-${w}.png`})
    const res = await new AxeBuilder({page}).withTags(['wcag2a','wcag2aa','wcag21aa','wcag22aa','best-practice']).analyze()
    for (const v of res.violations) console.log(p,theme,w,v.id,v.impact,v.nodes.length,v.nodes[0].html.slice(0,200), v.nodes[0].failureSummary?.split('\n')[1])
    const overflow = await page.evaluate(()=>document.documentElement.scrollWidth-innerWidth); if(overflow>0) console.log(p,w,'OVERFLOW',overflow)
  }
  await ctx.close()
}
await browser.close()

import { chromium } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
const base='http://127.0.0.1:4917'
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const shots=process.argv.slice(2)
for(const spec of shots){const [name,pth,size,theme,user,extra]=spec.split('|')
await fetch(`${base}/_signed?u=${user||''}&b=${extra==='banner'?1:''}`)
const [w,h]=size==='p'?[390,844]:[1280,860]
const c=await b.newContext({viewport:{width:w,height:h},colorScheme:theme,hasTouch:size==='p'})
if(extra!=='cookie')await c.addCookies([{name:'CookieConsent',value:'true',url:base}])
const p=await c.newPage();p.on('console',m=>{if(m.type()==='error'||m.type()==='warning')console.log(name,'CONSOLE',m.text())});p.on('pageerror',e=>console.log(name,'ERR',e.message))
await p.goto(base+pth);await p.waitForLoadState('networkidle');await p.waitForTimeout(400)
if(extra==='menu'){await p.getByRole('button',{name:size==='p'?'Menu':'Your account',exact:true}).click();await p.waitForTimeout(100)}
const over=await p.evaluate(()=>document.documentElement.scrollWidth>innerWidth)
if(over)console.log(name,'OVERFLOW')
const r=await new AxeBuilder({page:p}).withTags(['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']).analyze()
for(const v of r.violations)console.log(name,'AXE',v.id,v.nodes.slice(0,3).map(n=>n.target.join(' ')).join(' | '))
await p.screenshot({path:`/tmp/shots/${name}.png`,fullPage:extra==='full'});console.log(name,p.url());await c.close()}
await b.close()

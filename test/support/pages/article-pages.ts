import {
  type Bodies,
  document,
  type Heads,
  list,
  type Parts,
  pagesOf,
  paragraphs,
  type SitePage,
} from './site-pages.ts'
import { BOILERPLATE, ENGLISH, GERMAN, JAPANESE, STORY } from './texts.ts'

const { cookies, newsletter, subscribe, author, comment, teaser, footer } = BOILERPLATE
const repeat = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('')

const HEAD = `<header><a href="/">The Harbour Gazette</a><nav>${list(14, 'Topic')}</nav><a href="/login">Log in</a></header>`
const FOOT = `<footer><p>${footer}</p>${list(12, 'Imprint')}</footer>`
const COOKIES = `<div class="privacy-layer" id="pl-7"><div><h2>Your privacy</h2><p>${cookies}</p><button>Accept</button><a href="/reject">Reject all</a></div></div>`
const NEWSLETTER = `<div class="newsletter-signup"><h3>Morning Briefing</h3><p>${newsletter}</p><form><input type="email"><button>Sign up</button></form></div>`
const SHARE = `<ul class="share-tools"><li><a href="/fb">Facebook</a></li><li><a href="/wa">WhatsApp</a></li><li><a href="/cp">Copy link</a></li></ul>`
const CARD = (at: number) =>
  `<div class="card"><a href="/story/${at}"><img src="/t${at}.jpg" alt=""><h3>Story ${at}: ${teaser.slice(0, 60)}</h3></a><p>${teaser}</p></div>`
const CARDS = `<section class="more-stories"><h2>More stories</h2>${repeat(6, CARD)}</section>`
const COMMENT = (at: number) =>
  `<li class="comment" id="comment-${at}"><div class="comment-author">reader${at}</div><p>${comment}</p><a href="#r${at}">Reply</a></li>`
const COMMENTS = `<div id="comments"><h2>12 comments</h2><ol class="commentlist">${repeat(12, COMMENT)}</ol></div>`
const BIO = `<div class="author-box"><img src="/if.jpg" alt=""><h4>About the author</h4><p>${author}</p></div>`
const AD = '<div class="ad-container"><span>Advertisement</span></div>'
const first = STORY.slice(0, 4)
const rest = STORY.slice(4)

function news(body: string, parts?: Parts): string {
  return document(`${COOKIES}${HEAD}${body}${FOOT}`, { title: 'The beekeeper', ...parts })
}

const art = '<meta property="og:type" content="article">'

const HEADS: Heads = {
  'news: short report beside long teasers': { head: '<meta property="og:type" content="article">' },
  'news in German, with links to other articles': { lang: 'de', title: 'Flut' },
  'documentation: contents, code and a table of parameters': { title: 'createPump' },
  'documentation: a readme below a list of files': { title: 'pumpd' },
  'forum: question, answers and cards of users': { title: 'How do I wrap a hive?' },
  'forum: discussion of a link, in comments': { title: 'Bees and ledgers' },
  'shop: product with a description, facts and reviews': { title: 'Hive of larch' },
  'wiki: box of facts, contents, references and links between entries': { title: 'Beekeeping' },
  'paper: abstract, authors and references': { title: 'Pollen of ninety species' },
  'platform: story with buttons and recommended texts': {
    title: 'The beekeeper | by Ingrid Falk | Platform',
    head: art,
  },
  'news: paragraphs in blocks that are named by data attributes': {
    title: 'The beekeeper - Daily News',
    head: art,
  },
  'news: columns between advertisements, author at the end': {
    title: 'The beekeeper - The Morning Times',
    head: art,
  },
  'news: standfirst and offer of a newsletter amid the text': {
    title: 'The beekeeper | Bees | The Sentinel',
    head: art,
  },
  'news in German: lead in an element of its own': { lang: 'de', title: 'Flut | Technik online' },
  'documentation: signatures and examples beside contents': { title: 'pumps — docs' },
  'blog: dates, labels, comments and an archive': { title: 'Bees: The beekeeper' },
  'forum: discussion of an issue': { title: 'Pump stalls #42' },
  'shop: description in a form': {
    title: 'Smoker of copper – Bees',
    head: '<meta property="og:type" content="product">',
  },
  'news in Japanese with rankings': { lang: 'ja', title: '洪水 - ニュース' },
  'announcement of an office with a table': { title: 'Council decides' },
  'forum: post and comments': { title: 'I inherited eleven hives : bees' },
}

const BODIES: Bodies = {
  'news in German, with links to other articles': [
    `<header><nav>${list(12, 'Ressort')}</nav></header><article><h1>Flut</h1><p class="teaser-intro">Der Pegel sinkt nur langsam.</p>${paragraphs(GERMAN.slice(0, 2))}<div class="lesen-sie-auch"><h3>Lesen Sie auch</h3><ul><li><a href="/1">Fähre fährt seltener</a></li><li><a href="/2">Schule bleibt geschlossen</a></li></ul></div>${paragraphs(GERMAN.slice(2))}<p class="copyright">© dpa-infocom, dpa:260303-99-123456/3</p></article><section class="empfehlungen"><h2>Das könnte Sie auch interessieren</h2>${repeat(6, CARD)}</section>`,
    'Der Pegel sinkt nur langsam.',
    GERMAN,
  ],
  'documentation: contents, code and a table of parameters': [
    `<nav class="navbar">${list(8, 'Product')}</nav><div class="layout"><aside class="menu">${list(60, 'Chapter')}</aside><main><nav class="breadcrumbs"><a href="/">Docs</a> / <a href="/api">API</a></nav><article class="markdown"><h1>createPump</h1><p>Makes a pump, which starts when it is first asked for water.</p><h2>Parameters</h2><table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${repeat(8, (at) => `<tr><td><code>option${at}</code></td><td>number</td><td>Litres of chamber ${at} a second</td></tr>`)}</tbody></table><h2>Example</h2><div class="highlight"><pre><code class="language-js">const pump = createPump({ option1: 4 })\nawait pump.start()</code></pre><button class="copy">Copy</button></div><h2>Errors</h2><dl><dt>NoWater</dt><dd>The well is dry.</dd><dt>Late</dt><dd>The valve has not opened in its time.</dd></dl></article><div class="edit"><a href="/edit">Edit this page</a><p>Was this page helpful?</p></div><nav class="pagination"><a href="/prev">Previous: install</a><a href="/next">Next: createValve</a></nav></main><aside class="toc"><h4>On this page</h4>${list(4, 'Part')}</aside></div>`,
    'Makes a pump, which starts when it is first asked for water. Parameters Name Type Meaning',
    repeat(8, (at) => `option${at} number Litres of chamber ${at} a second `),
    'Example const pump = createPump({ option1: 4 }) await pump.start() Errors',
    'NoWater The well is dry. Late The valve has not opened in its time.',
  ],
  'documentation: a readme below a list of files': [
    `<header>${list(6, 'Feature')}</header><div class="repo"><table class="files"><tbody>${repeat(20, (at) => `<tr><td><a href="/f${at}">file${at}.c</a></td><td><a href="/c${at}">fix build</a></td><td>3 weeks ago</td></tr>`)}</tbody></table><article class="markdown-body"><h1>pumpd</h1><p>${STORY[0]}</p><h2>Install</h2><pre>make install</pre><p>${STORY[1]}</p><h2>Licence</h2><p>${STORY[2]}</p></article></div><div class="side"><h2>About</h2><p>Small daemon for pumps</p>${list(5, 'Release')}</div>${FOOT}`,
    STORY.slice(0, 3),
    'pumpd Install make install Licence',
  ],
  'forum: question, answers and cards of users': [
    `<header>${list(8, 'Board')}</header><div id="mainbar"><h1>How do I wrap a hive?</h1>${STORY.slice(
      0,
      4,
    )
      .map(
        (text, at) =>
          `<div class="answer post"><div class="votes"><button>Up</button><span>${at * 3}</span><button>Down</button></div><div class="postcell"><div class="s-prose"><p>${text}</p></div><div class="post-menu"><a href="/s">Share</a><a href="/e">Edit</a><a href="/f">Follow</a></div><div class="user-info"><a href="/u${at}">user${at}</a><span>1,${at}23 reputation</span></div></div></div>`,
      )
      .join('')}</div><div id="sidebar"><h4>Hot questions</h4>${list(25, 'Question')}</div>${FOOT}`,
    STORY.slice(0, 4),
  ],
  'forum: discussion of a link, in comments': [
    `<table class="head"><tr><td>${list(6, 'View')}</td></tr></table><table class="itemlist"><tr><td><a href="https://b.example/">Bees and ledgers</a></td></tr></table><table class="comment-tree">${[...STORY, ...ENGLISH].map((text, at) => `<tr class="comtr"><td><span class="comhead"><a href="/u${at}">user${at}</a></span><div class="comment"><span class="commtext">${text}</span></div></td></tr>`).join('')}</table>`,
    STORY,
    ENGLISH,
  ],
  'forum: thread in a table': [
    `<table class="forumline"><tbody>${STORY.map((text, at) => `<tr><td class="name"><b>member${at}</b><br>Joined: 2004<br>Posts: ${at}11</td><td class="body"><span class="postbody">${text}</span></td></tr>`).join('')}</tbody></table><table class="jump"><tr><td>${list(10, 'Forum')}</td></tr></table>`,
    STORY,
  ],
  'shop: product with a description, facts and reviews': [
    `${COOKIES}<header>${list(12, 'Category')}</header><main><div class="product"><div class="gallery"><img src="/1.jpg" alt="Hive"></div><div class="info"><h1>Hive of larch</h1><span class="price">£189.00</span><button>Add to basket</button><p>In stock, delivered in 3 days.</p></div><div class="description"><h2>Description</h2><p>${STORY[3]}</p><p>${STORY[4]}</p></div><div class="facts"><h2>Facts</h2><table><tr><th>Wood</th><td>Larch</td></tr><tr><th>Weight</th><td>11 kg</td></tr></table></div></div><section class="recommendations"><h2>Customers also bought</h2>${repeat(8, (at) => `<div class="tile"><a href="/p${at}">Smoker ${at}</a><span>£${at}9.00</span></div>`)}</section></main>${FOOT}`,
    'Description',
    STORY.slice(3, 5),
    'Facts Wood Larch Weight 11 kg',
  ],
  'wiki: box of facts, contents, references and links between entries': [
    `<div id="mw-head">${list(10, 'View')}</div><div class="mw-body"><h1>Beekeeping</h1><div id="siteSub">From the free encyclopedia</div><div class="mw-parser-output"><table class="infobox"><tr><th>Kind</th><td>Craft</td></tr></table><p>${STORY[0]}<sup class="reference"><a href="#n1">[1]</a></sup></p><div id="toc" class="toc"><h2>Contents</h2>${list(5, 'Heading')}</div><h2>History<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2><p>${STORY[1]}</p><p>${STORY[2]}</p><h2>Practice<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2><p>${STORY[3]}</p><p>${STORY[4]}</p><div class="navbox">${list(30, 'Craft')}</div></div><div id="catlinks">${list(5, 'Group')}</div></div><div id="mw-panel">${list(20, 'Tool')}</div>${FOOT}`,
    STORY.slice(0, 5),
    '[1] History Practice Kind Craft',
  ],
  'message of a mailing list': [
    `<h1>[bees] Wrapping hives</h1><b>Falk</b> <a href="mailto:x">falk at example</a><br><i>Tue Mar 3 2026</i><ul><li>Previous: <a href="1">[bees] Mites</a></li><li>Next: <a href="2">[bees] Snow</a></li></ul><hr><pre>${STORY.slice(0, 5).join('\n\n')}</pre><hr><ul><li>Messages sorted by: <a href="d">date</a> <a href="t">thread</a></li></ul>`,
    STORY.slice(0, 5),
  ],
  'paper: abstract, authors and references': [
    `<nav>${list(9, 'Journal')}</nav><main><h1>Pollen of ninety species</h1><ul class="authors"><li>A. Lee</li><li>B. Ek</li></ul><section id="abstract"><h2>Abstract</h2><p>${STORY[4]}</p></section><section><h2>Introduction</h2><p>${STORY[6]}</p><p>${STORY[2]}</p></section><section><h2>Results</h2><p>${STORY[3]}</p></section><section id="references"><h2>References</h2><ol>${repeat(6, (at) => `<li>Ek, B. Hives of kind ${at}. Journal ${at}, 1999.</li>`)}</ol></section></main>${FOOT}`,
    [STORY[4] ?? '', STORY[6] ?? '', STORY[2] ?? '', STORY[3] ?? ''],
    'Abstract Introduction Results References',
    repeat(6, (at) => `Ek, B. Hives of kind ${at}. Journal ${at}, 1999. `),
  ],
  'platform: story with buttons and recommended texts': [
    `<div id="root"><div class="a b c"><div class="d"><a href="/">Open in app</a><a href="/w">Write</a></div><article><div class="e"><div class="f"><div><h1 class="pw-post-title">The beekeeper</h1><div class="g"><a href="/@i">Ingrid Falk</a><button>Follow</button><span>5 min read</span><span>Mar 3, 2026</span></div><div class="h"><button>Listen</button><button>Share</button></div></div><section>${STORY.map((t, i) => (i % 3 === 2 ? `<h2 class="x">Part ${i}</h2><p class="pw-post-body-paragraph">${t}</p>` : `<p class="pw-post-body-paragraph">${t}</p>`)).join('')}</section></div></div></article><div class="i"><div><h2>Written by Ingrid Falk</h2><p>${author}</p><button>Follow</button></div></div><div class="j"><h2>Recommended</h2>${repeat(6, (i) => `<div class="k"><a href="/r${i}"><h2>Title ${i} of another text</h2><h3>${teaser}</h3></a></div>`)}</div></div></div>`,
    STORY.flatMap((t, i) => (i % 3 === 2 ? [`Part ${i}`, t] : [t])),
  ],
  'news: paragraphs in blocks that are named by data attributes': [
    `<div class="css-consent"><div><p>${cookies}</p><button>Yes, I agree</button><button>No, take me to settings</button></div></div><header>${list(12, 'Menu')}</header><main id="main-content"><article><div data-component="headline-block"><h1>The beekeeper</h1></div><div data-component="byline-block"><span>Ingrid Falk</span><span>Rural affairs</span><time>3 hours ago</time></div>${STORY.map((t) => `<div data-component="text-block" class="css-7uxr49-RichTextContainer"><p class="css-1q0x1qg-Paragraph">${t}</p></div>`).join('<div data-component="ad-slot"></div>')}<div data-component="links-block"><h2>More on this story</h2><ul>${repeat(4, (i) => `<li><a href="/l${i}">Ferry story ${i} of the week</a></li>`)}</ul></div><section data-component="tag-list"><h2>Related Topics</h2>${list(5, 'Tagged')}</section></article></main><aside><h2>Top Stories</h2>${repeat(5, (i) => `<div><a href="/q${i}">${teaser} ${i}</a></div>`)}</aside><footer>${footer}</footer>`,
    STORY,
  ],
  'news: columns between advertisements, author at the end': [
    `<div id="app"><div><header>${list(8, 'Part')}</header><main id="site-content"><article id="story"><header><h1>The beekeeper</h1><p id="article-summary">A ledger and eleven hives.</p><div>By Ingrid Falk</div></header><section name="articleBody"><div class="css-s99 StoryBodyCompanionColumn"><div class="css-53u6">${paragraphs(STORY.slice(0, 3))}</div></div><div><div id="story-ad-1-wrapper"><div id="story-ad-1"><p>Advertisement</p><a href="#after">SKIP ADVERTISEMENT</a></div></div></div><div class="css-s99 StoryBodyCompanionColumn"><div class="css-53u6">${paragraphs(STORY.slice(3, 6))}</div></div><div data-testid="inline-newsletter"><p>${newsletter}</p></div><div class="css-s99 StoryBodyCompanionColumn"><div class="css-53u6">${paragraphs(STORY.slice(6))}</div></div></section><div class="bottom-of-article"><p>${author}</p><p>A version of this article appears in print on March 3, 2026, Section A, Page 1.</p></div></article></main></div></div>`,
    'A ledger and eleven hives.',
    STORY,
  ],
  'news: standfirst and offer of a newsletter amid the text': [
    `<div id="sp"><div role="navigation">${list(20, 'Pillar')}</div></div><main><aside data-name="title">Bees</aside><div data-name="headline"><h1>The beekeeper</h1></div><div data-name="standfirst"><p>A ledger and eleven hives.</p></div><aside data-name="meta">Ingrid Falk</aside><div id="maincontent"><div class="article-body-commercial-selector">${paragraphs(STORY.slice(0, 4))}<figure data-spacefinder-role="richLink"><x-island><div>Related: <a href="/o">Ferry timetable revised</a></div></x-island></figure><figure id="e-mail"><x-island name="EmailSignUp"><div><p>Sign up to First Thing</p><p>${newsletter}</p></div></x-island></figure>${paragraphs(STORY.slice(4))}</div></div><div class="submeta"><div>Explore more on these topics</div>${list(5, 'Subject')}</div></main><section id="most-viewed"><h2>Most viewed</h2>${list(10, 'Viewed')}</section>`,
    'A ledger and eleven hives.',
    STORY,
  ],
  'news in German: lead in an element of its own': [
    `<header>${list(8, 'Ressort')}</header><div id="content"><article><a-lead class="a-article-header__lead">Der Pegel sinkt nur langsam, und die Brücke bleibt bis auf weiteres gesperrt.</a-lead><h1>Flut</h1><div class="article-content">${paragraphs(GERMAN)}${paragraphs(GERMAN.map((t) => `Zudem gilt: ${t}`))}<a-collapse><p>Empfohlener redaktioneller Inhalt</p><p>Mit Ihrer Zustimmung wird hier ein externes Video geladen.</p></a-collapse><p><span class="redakteurskuerzel"><a href="mailto:x@y">(olb)</a></span></p></div></article><div class="a-theme"><h2>Lesen Sie mehr</h2>${list(6, 'Beitrag')}</div></div><footer>${list(10, 'Recht')}</footer>`,
    'Der Pegel sinkt nur langsam, und die Brücke bleibt bis auf weiteres gesperrt.',
    GERMAN,
    GERMAN.map((t) => `Zudem gilt: ${t}`),
  ],
  'documentation: signatures and examples beside contents': [
    `<div class="related" role="navigation"><h3>Navigation</h3>${list(5, 'index')}</div><div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main"><section id="pumps"><h1>pumps<a class="headerlink" href="#pumps">¶</a></h1><p>${ENGLISH[0]}</p><dl class="py function"><dt class="sig"><span class="sig-name">start</span>(<em>level</em>)<a class="headerlink" href="#s">¶</a></dt><dd><p>${ENGLISH[1]}</p></dd></dl><section id="ex"><h2>Examples<a class="headerlink" href="#ex">¶</a></h2><div class="highlight-python"><div class="highlight"><pre>&gt;&gt;&gt; start(3)\n'running'</pre></div></div><p>${ENGLISH[2]}</p></section></section></div></div></div><div class="sphinxsidebar" role="navigation"><div><h3>Table of Contents</h3>${list(8, 'Chapter')}<h3>This Page</h3><a href="/s">Show Source</a></div></div></div><div class="footer">Copyright 2026</div>`,
    ENGLISH.slice(0, 3),
    'start level Examples start 3 running',
  ],
  'blog: dates, labels, comments and an archive': [
    `<div id="navbar-iframe"></div><div class="content"><div class="main section" id="main"><div class="widget Blog" id="Blog1"><div class="blog-posts hfeed"><div class="date-outer"><h2 class="date-header"><span>Tuesday, March 3, 2026</span></h2><div class="date-posts"><div class="post-outer"><div class="post hentry"><h3 class="post-title entry-title">The beekeeper</h3><div class="post-body entry-content">${STORY.join('<br><br>')}<div style="clear:both"></div></div><div class="post-footer">Posted by Ingrid at 10:05 <a href="/s">Email This</a><a href="/b">Blog this</a> Labels: <a href="/l">bees</a></div></div><div class="comments" id="comments"><h4>5 comments:</h4>${repeat(5, (i) => `<div class="comment-block"><cite>reader${i}</cite><p class="comment-content">${comment}</p></div>`)}</div></div></div></div></div></div></div><div class="sidebar section"><h2>Blog Archive</h2>${list(30, 'Month')}<h2>About Me</h2><p>${author}</p></div></div>`,
    STORY,
  ],
  'forum: discussion of an issue': [
    `<header>${list(6, 'Platform')}</header><main><h1>Pump stalls #42</h1><div class="js-discussion">${STORY.slice(
      0,
      5,
    )
      .map(
        (t, i) =>
          `<div class="TimelineItem js-comment-container"><div class="timeline-comment"><div class="timeline-comment-header"><a href="/u${i}">user${i}</a> commented <relative-time>Mar ${i}, 2026</relative-time></div><div class="comment-body markdown-body js-comment-body"><p>${t}</p></div></div></div>`,
      )
      .join(
        '',
      )}</div><div class="Layout-sidebar"><div>Assignees</div><div>No one assigned</div><div>Labels</div><div>None yet</div></div></main><footer>${list(8, 'Terms')}</footer>`,
    STORY.slice(0, 5),
  ],
  'shop: description in a form': [
    `<div id="shopify-section-header">${list(10, 'Collection')}</div><main id="MainContent"><div class="product"><div class="product__media"><img src="/a.jpg" alt="x"></div><div class="product__info"><h1>Smoker of copper</h1><div class="price">€49,00</div><form><button>Add to cart</button></form><div class="product__description rte"><p>${STORY[2]}</p><ul><li>Copper of one millimetre</li><li>Bellows of leather</li></ul><p>${STORY[3]}</p></div></div></div><section class="product-recommendations"><h2>You may also like</h2>${repeat(4, (i) => `<div class="card-product"><h3><a href="/p${i}">Hat ${i}</a></h3><span>€1${i},00</span></div>`)}</section></main><div class="cookie-consent-x"><p>${cookies}</p><button>Accept</button></div><footer>${footer}</footer>`,
    STORY.slice(2, 4),
    'Copper of one millimetre Bellows of leather',
  ],
  'news in Japanese with rankings': [
    `<header><nav>${list(10, 'メニュー')}</nav></header><div id="contents"><article id="uamods"><header><h1>洪水</h1><p>3/3(火) 10:05 配信</p></header><div class="article_body"><div class="sc-pic"><p class="highLightSearchTarget">${JAPANESE.join('\n\n')}</p></div></div></article><section id="uamods-related"><h2>関連記事</h2>${list(6, '関連')}</section><section><h2>アクセスランキング</h2>${list(8, '順位')}</section></div>`,
    JAPANESE,
  ],
  'announcement of an office with a table': [
    `<div class="topbar">${list(5, 'Tool')}</div><div class="content-wrapper"><div class="breadcrumb"><a href="/">Home</a> » <a href="/n">News</a></div><h1>Council decides</h1><div class="meta">Press release 12/2026</div><div class="ce-bodytext"><p>${ENGLISH[7]}</p><p>${ENGLISH[0]}</p><table><tr><th>Year</th><th>Cost</th></tr><tr><td>2026</td><td>3 million</td></tr></table><p>${ENGLISH[6]}</p></div><div class="contact"><h3>Contact</h3><p>Press office, Town hall 1, phone 0123</p></div></div><div class="footer">${list(9, 'Legal')}</div>`,
    [ENGLISH[7] ?? '', ENGLISH[0] ?? '', ENGLISH[6] ?? ''],
    'Year Cost 2026 3 million',
  ],
  'forum: post and comments': [
    `<div role="navigation">${list(10, 'Sub')}</div><div class="content" role="main"><div id="siteTable"><div class="thing link"><div class="midcol"><div class="score">120</div></div><div class="entry"><p class="title"><a href="/r">I inherited eleven hives</a></p><div class="usertext-body"><div class="md"><p>${STORY[0]}</p><p>${STORY[1]}</p></div></div><ul class="flat-list buttons"><li><a href="/c">48 comments</a></li><li><a href="/s">share</a></li></ul></div></div></div><div class="commentarea"><div class="panestack-title">all 48 comments</div>${ENGLISH.map((t, i) => `<div class="thing comment"><div class="entry"><p class="tagline"><a href="/u${i}">user${i}</a> ${i} points 3 hours ago</p><div class="usertext-body"><div class="md"><p>${t}</p></div></div><ul class="flat-list buttons"><li><a href="/p">permalink</a></li></ul></div></div>`).join('')}</div></div><div class="side">${list(12, 'Rule')}</div>`,
    STORY.slice(0, 2),
    ENGLISH,
  ],
}

/** The same, within what a newspaper has around its articles. */
const NEWS: Bodies = {
  'news: body in parts between advertisements and cards': [
    `<main><h1>The beekeeper</h1>${SHARE}<div class="story"><div class="part">${paragraphs(STORY.slice(0, 3))}</div>${AD}<div class="part">${paragraphs(STORY.slice(3, 5))}</div>${CARDS}<div class="part">${paragraphs(STORY.slice(5))}</div></div></main>`,
    STORY,
  ],
  'news: standfirst in the header of the article': [
    `<article><header><h1>The beekeeper</h1><p class="standfirst">A ledger, eleven hives and a valley that learned to bloom again.</p>${SHARE}<p class="meta">By Ingrid Falk, 3 March 2026, 10:05</p></header><div class="article-body">${paragraphs(STORY)}</div>${BIO}</article>${CARDS}`,
    'A ledger, eleven hives and a valley that learned to bloom again.',
    STORY,
  ],
  'news: newsletter, links and a pull quote amid the text': [
    `<article><h1>The beekeeper</h1><div class="body">${paragraphs(first)}${NEWSLETTER}<aside class="pullquote"><p>They need variety, and variety can be a ditch</p></aside>${paragraphs(rest.slice(0, 2))}<div class="read-also"><strong>Read also</strong><a href="/x">Ferry timetable revised after complaints</a></div>${paragraphs(rest.slice(2))}</div></article>`,
    STORY,
  ],
  'news: comments that are longer than the article': [
    `<article class="post"><h1>The beekeeper</h1><div class="entry">${paragraphs(first)}</div>${BIO}</article><div id="comments"><ol class="commentlist">${repeat(40, COMMENT)}</ol></div>`,
    first,
  ],
  'news: short report beside long teasers': [
    `<div class="columns"><div class="left"><h1>The beekeeper</h1><div class="text">${paragraphs(STORY.slice(0, 2))}</div></div><div class="right">${repeat(15, CARD)}</div></div>`,
    STORY.slice(0, 2),
  ],
  'news: text behind an offer of a subscription': [
    `<article><h1>The beekeeper</h1>${paragraphs(first)}<div class="paywall-offer"><h2>Read on</h2><p>${subscribe}</p><a href="/abo">See offers</a></div></article>${CARDS}`,
    first,
  ],
  'news: live coverage of entries by several authors': [
    `<main><h1>Flood: live</h1><div class="live">${ENGLISH.map((text, at) => `<article class="entry"><header><time datetime="2026-03-01T0${at}:00">0${at}:00</time><span class="by">Ingrid Falk</span></header><h2>Entry number ${at}</h2><p>${text}</p>${SHARE}</article>`).join('')}</div></main>`,
    ENGLISH.flatMap((text, at) => [`Entry number ${at}`, text]),
  ],
  'magazine: gallery of headings, pictures and short texts': [
    `<main><article><h1>Eight keepers</h1>${STORY.map((text, at) => `<section class="slide"><h2>${at + 1}. Keeper of hive ${at}</h2><figure><img src="/${at}.jpg" alt="Hive"><figcaption>Photo: Falk</figcaption></figure><p>${text.split('. ')[0]}.</p></section>`).join('')}</article></main>${CARDS}`,
    STORY.flatMap((text, at) => [
      `${at + 1}. Keeper of hive ${at} Photo: Falk`,
      `${text.split('. ')[0]}.`,
    ]),
  ],
  'magazine: interview in short lines': [
    `<article><h1>Five questions</h1><div class="interview">${repeat(14, (at) => `<p><strong>Why hive ${at}?</strong></p><p>Because it hums, ${at} times.</p>`)}</div>${BIO}</article>${CARDS}`,
    repeat(14, (at) => `Why hive ${at}? Because it hums, ${at} times.\n`),
  ],
  'blog: entry with tags, related entries and comments inside': [
    `<div id="content"><div class="post hentry"><h2 class="entry-title">The beekeeper</h2><div class="entry-content">${paragraphs(STORY)}<div class="sharedaddy"><h3>Share this:</h3>${SHARE}</div><div id="jp-relatedposts"><h3>Related</h3>${repeat(3, CARD)}</div></div><p class="postmetadata">Posted in <a href="/c">Nature</a>. Tags: <a href="/t1">bees</a>, <a href="/t2">honey</a></p></div>${COMMENTS}</div><div id="sidebar"><h3>Archives</h3>${list(24, 'Month')}<h3>Blogroll</h3>${list(10, 'Friend')}</div>`,
    STORY,
  ],
  'blog: index of entries with excerpts': [
    `<main>${STORY.map((text, at) => `<article class="post"><h2><a href="/p/${at}">Entry ${at} of the year</a></h2><p>${text}</p><a class="more" href="/p/${at}">Continue reading</a></article>`).join('')}</main>`,
    STORY.flatMap((text, at) => [`Entry ${at} of the year`, text, 'Continue reading']),
  ],
  'blog: text in sections of one page builder': [
    `<div class="wp-block-group">${STORY.map((text) => `<div class="elementor-section"><div class="elementor-container"><div class="elementor-column"><div class="elementor-widget-text-editor"><p>${text}</p></div></div></div></div>`).join('')}</div>${CARDS}`,
    STORY,
  ],
  'recipe: ingredients and steps in lists, below a long story': [
    `<article class="recipe"><h1>Honey cake</h1>${paragraphs(STORY.slice(0, 2))}<div class="card-recipe"><h2>Ingredients</h2><ul>${repeat(9, (at) => `<li>${at + 1} spoons of item ${at}</li>`)}</ul><h2>Method</h2><ol><li>Warm the honey with the butter until both have melted.</li><li>Stir in flour and eggs, and bake for fifty minutes.</li></ol></div></article>${CARDS}${COMMENTS}`,
    STORY.slice(0, 2),
    `Ingredients ${repeat(9, (at) => `${at + 1} spoons of item ${at} `)} Method`,
    'Warm the honey with the butter until both have melted.',
    'Stir in flour and eggs, and bake for fifty minutes.',
  ],
  'questions and answers that unfold': [
    `<main><h1>Questions</h1><div class="faq">${STORY.map((text, at) => `<details><summary>Question number ${at} about bees?</summary><div><p>${text}</p></div></details>`).join('')}</div></main>`,
    STORY.flatMap((text, at) => [`Question number ${at} about bees?`, text]),
  ],
  'announcement of a job in lists': [
    `<div class="job"><h1>Beekeeper wanted</h1><p>${STORY[3]}</p><h3>Your tasks</h3><ul>${STORY.slice(
      4,
      7,
    )
      .map((text) => `<li>${text}</li>`)
      .join(
        '',
      )}</ul><h3>We offer</h3><ul><li>Honey</li><li>A shed</li></ul><a class="apply" href="/apply">Apply now</a></div><div class="similar">${repeat(5, CARD)}</div>`,
    STORY.slice(3, 7),
    'Your tasks We offer Honey A shed',
  ],
  'poem in broken lines': [
    `<main><h1>Hives</h1><div class="poem"><p>Eleven boxes by the wall<br>nobody had asked at all<br>what it is they hum about</p><p>Till the winter let them out<br>one by one and thin and slow<br>over crusts of April snow</p></div></main>`,
    'Eleven boxes by the wall nobody had asked at all what it is they hum about',
    'Till the winter let them out one by one and thin and slow over crusts of April snow',
  ],
}

/** Pages that are harder: text in several places, and much around and amid it that is not the article. */
export const ARTICLE_PAGES: readonly SitePage[] = [
  ...pagesOf(BODIES, HEADS),
  ...pagesOf(NEWS, HEADS, news),
]

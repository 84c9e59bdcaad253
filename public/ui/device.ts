/** What ties the pages to the device; loaded once the first page is there. */
import { boot } from './boot.ts'
import './keyboard.ts'
import './service-worker.ts'

if (boot.isNotified) void import('./push.ts').then(({ sayWhatIsSeen }) => sayWhatIsSeen())

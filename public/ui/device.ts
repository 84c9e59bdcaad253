/** What ties the pages to the device; loaded once the first page is there. */
import './keyboard.ts'
import './service-worker.ts'

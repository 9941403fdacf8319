/** The page's policy forbids programs made of text; zod, told so before it loads, does not try. Import this first. */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

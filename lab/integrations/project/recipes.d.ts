// What the recipes of docs/integrations.md take for granted.
declare function runMyClient(baseUrl: string, key: string): Promise<void>

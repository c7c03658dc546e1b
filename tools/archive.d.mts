export declare const makeArchive: (folder: string) => Promise<string>

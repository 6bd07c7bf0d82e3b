export namespace analyst {
	
	export interface Point {
	    id: string;
	    value: string;
	    number: number;
	    shown: string;
	}
	export interface Series {
	    name: string;
	    points: Point[];
	}
	export interface Chart {
	    id: string;
	    kind: 'bar' | 'line' | 'pie';
	    title: string;
	    unit: string;
	    labels: string[];
	    series: Series[];
	    metrics: string[];
	}
	export interface Entry {
	    id: string;
	    shown: string;
	    whole: string;
	    value: string;
	    formula: string;
	    expression: string;
	    gap: string;
	    flags: string[];
	    cells: store.Operand[];
	}
	export interface Row {
	    company: string;
	    entries: Entry[];
	}
	export interface Measure {
	    label: string;
	    unit: string;
	    rows: Row[];
	}
	export interface Comparison {
	    unit: string;
	    periods: string[];
	    measures: Measure[];
	    added: string[];
	    asked: facts.Comparison;
	    cells: number;
	    worked: number;
	    gaps: number;
	}
	
	export interface Failure {
	    check: string;
	    where: string;
	    figure: string;
	    why: string;
	}
	export interface Filter {
	    companies: string[];
	    years: number[];
	    types: string[];
	    documents: number;
	    of: number;
	}
	
	export interface Remembered {
	    run: string;
	    text: string;
	}
	export interface ShownResult {
	    id: string;
	    label: string;
	    company: string;
	    period: string;
	    operation: string;
	    operands: string[];
	    value: string;
	    unit: string;
	    scale: number;
	    order: string[];
	    formula: string;
	    error: string;
	    shown: string;
	}
	export interface Output {
	    comparison?: Comparison;
	    metrics: facts.Metric[];
	    calculations: ShownResult[];
	    charts: Chart[];
	    failedChecks: Failure[];
	    missing: string[];
	    primary: string;
	    finding: string;
	    memory: Remembered[];
	    filter: Filter;
	    retrievals: number;
	    heals: number;
	    fromPassages: boolean;
	    error: string;
	}
	
	
	
	

}

export namespace app {
	
	export interface AddResult {
	    accepted: number;
	    message: string;
	}
	export interface Advanced {
	    key: string;
	    group: string;
	    shared: boolean;
	    title: string;
	    help: string;
	    value: number;
	    default: number;
	    min: number;
	    max: number;
	    step: number;
	    options: string[];
	    once: boolean;
	}
	export interface Backup {
	    made: string;
	    by: string;
	    documents: number;
	    conversations: number;
	    missing: number;
	    bytes: number;
	}
	export interface CheckRequest {
	    text: string;
	    documents: string[];
	    ask: boolean;
	}
	export interface CheckedText {
	    sentences: store.Claim[];
	    numbers: store.FigureCheck[];
	    citations: store.Citation[];
	    note: string;
	}
	export interface Compacted {
	    before: number;
	    after: number;
	}
	export interface Conversation {
	    id: string;
	    title: string;
	    turns: runs.Turn[];
	}
	export interface ConversationInfo {
	    id: string;
	    title: string;
	    updated: string;
	    turns: number;
	    running: boolean;
	}
	export interface DataFolder {
	    home: string;
	    documents: number;
	    databases: number;
	    reports: number;
	    rest: number;
	    setAside: number;
	}
	export interface Draft {
	    conversation: string;
	    text: string;
	}
	export interface Facet {
	    filter: store.Filter;
	    documents: number;
	}
	export interface Piece {
	    text: string;
	    marked: boolean;
	}
	export interface FoundMessage {
	    run: string;
	    conversation: string;
	    question: Piece[];
	    answer: Piece[];
	    asked: string;
	}
	export interface FoundPassage {
	    passage: string;
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	    heading: string;
	    section: string;
	    text: string;
	    pieces: Piece[];
	    score: number;
	    why: store.Why;
	}
	export interface Look {
	    theme: '' | 'light' | 'dark';
	    text: '' | 'small' | 'large' | 'larger';
	    language: '' | 'en' | 'de' | 'ja';
	    noLetters: boolean;
	    internals: boolean;
	}
	export interface Model {
	    name: string;
	    bytes: number;
	    chat: boolean;
	    embed: boolean;
	    vision: boolean;
	    small: boolean;
	    context: number;
	    perToken: number;
	}
	export interface Narrowed {
	    wanted: store.Filter[];
	    preferred: store.Filter[];
	    readings: store.Reading[];
	    first: number;
	    left: number;
	    of: number;
	    note: string;
	}
	export interface NodeModel {
	    key: string;
	    group: string;
	    title: string;
	    model: string;
	}
	export interface Occurrences {
	    page: number;
	    count: number;
	}
	export interface PageText {
	    page: number;
	    label: string;
	    text: string;
	}
	
	export interface Place {
	    conversation: string;
	    document: string;
	    page: number;
	    source: number;
	    drafts: Draft[];
	}
	export interface Reached {
	    host: string;
	    version: string;
	    models: number;
	    millis: number;
	    local: boolean;
	}
	export interface ReadingReport {
	    summary: string;
	    compared: boolean;
	    sought: boolean;
	    used: boolean;
	    pages: store.Verdict[];
	}
	export interface Reason {
	    text: string;
	    reworded: boolean;
	    documents: number;
	    pieces: Piece[];
	    score: number;
	    why: store.Why;
	    narrowed: string;
	}
	export interface Sample {
	    name: string;
	    questions: string[];
	}
	export interface SavedBackup {
	    path: string;
	    address: string;
	    backup: Backup;
	}
	export interface SavedFile {
	    path: string;
	    address: string;
	}
	export interface SearchRequest {
	    text: string;
	    documents: string[];
	    filters: store.Filter[];
	    off: store.Filter[];
	    all: boolean;
	    meaning: boolean;
	    limit: number;
	}
	export interface SearchResponse {
	    hits: FoundPassage[];
	    absent: string[];
	    documents: number;
	    narrowed: Narrowed;
	    byMeaning: boolean;
	    note: string;
	    millis: number;
	    model: number;
	}
	export interface Settings {
	    ollamaHost: string;
	    embedHost: string;
	    chatModel: string;
	    answering: '' | 'writes' | 'chooses';
	    embedModel: string;
	    keep: '' | 'briefly' | 'hour' | 'always';
	    scans: string;
	    tesseract: string[];
	    moreScans: string;
	    web: web.Settings;
	    advanced: Advanced[];
	    nodes: NodeModel[];
	}
	export interface Suggestion {
	    name: string;
	    size: string;
	    why: string;
	}
	export interface Status {
	    version: string;
	    home: string;
	    workspace: string;
	    workspaceId: string;
	    browser: boolean;
	    ollama: 'running' | 'stopped' | 'missing';
	    ollamaHost: string;
	    ollamaVersion: string;
	    message: string;
	    hint: string;
	    chatModel: string;
	    embedModel: string;
	    models: Model[];
	    suggestedChat: Suggestion;
	    suggestedEmbed: Suggestion;
	    embedding: number;
	    workflows: runs.Workflow[];
	    web: string;
	    elsewhere: string[];
	    memory: number;
	    look: Look;
	    trouble: string;
	    mendable: boolean;
	    files: number;
	}
	
	export interface TableCell {
	    column: number;
	    span: number;
	    text: string;
	    figure: boolean;
	    notes: string[];
	    units: string;
	    sure: boolean;
	    rect: store.Rect;
	}
	export interface TableColumn {
	    head: string;
	    units: string;
	    figure: boolean;
	}
	export interface TableExport {
	    document: string;
	    n: number;
	    part: 'table' | 'row' | 'cell';
	    row: number;
	    column: number;
	    format: 'tsv' | 'csv' | 'markdown';
	}
	export interface TableInfo {
	    n: number;
	    page: number;
	    label: string;
	    where: string;
	    caption: string;
	    units: string;
	    rows: number;
	    columns: number;
	    sure: boolean;
	    rect: store.Rect;
	}
	export interface TableList {
	    looked: boolean;
	    tables: TableInfo[];
	}
	export interface TablePart {
	    page: number;
	    rect: store.Rect;
	}
	export interface TableRow {
	    page: number;
	    label: string;
	    path: string;
	    depth: number;
	    notes: string[];
	    total: boolean;
	    cells: TableCell[];
	    rect: store.Rect;
	}
	export interface TableSheet {
	    info: TableInfo;
	    stub: string;
	    heads: sheet.Head[][];
	    columns: TableColumn[];
	    rows: TableRow[];
	    parts: TablePart[];
	}
	export interface TableText {
	    text: string;
	    note: string;
	}
	export interface Upkeep {
	    what: 'backup' | 'restore' | 'compact';
	    done: number;
	    of: number;
	}
	export interface WorkspaceInfo {
	    id: string;
	    name: string;
	    documents: number;
	    conversations: number;
	    busy: boolean;
	    shown: boolean;
	}

}

export namespace checked {
	
	export interface Conflict {
	    about: string;
	    passages: string[];
	}
	export interface Evidence {
	    id: string;
	    score: number;
	}
	export interface Search {
	    candidates: number;
	    kept: number;
	    new: number;
	    mean: number;
	    best: number;
	    threshold: number;
	    byMeaning: boolean;
	}
	export interface Retry {
	    round: number;
	    reason: string;
	    confidence: number;
	    hallucination: boolean;
	    invalidCitation: boolean;
	}
	export interface Score {
	    value: number;
	    word: string;
	}
	export interface Scores {
	    faithfulness: Score;
	    relevance: Score;
	    completeness: Score;
	    citations: Score;
	    overall: Score;
	}
	export interface Output {
	    scores: Scores;
	    scored: boolean;
	    confidence: Score;
	    confidenceHistory: number[];
	    audited: boolean;
	    hallucination: boolean;
	    audit: proof.Audit;
	    unsupportedClaims: string[];
	    gaps: string[];
	    conflicts: Conflict[];
	    attempts: number;
	    shown: number;
	    retries: Retry[];
	    search: Search;
	    evidence: Evidence[];
	    said: string[];
	    amber: boolean;
	    notes: string[];
	}
	
	
	

}

export namespace facts {
	
	export interface Company {
	    name: string;
	    documents: string[];
	}
	export interface Comparison {
	    measures: string[];
	    companies: Company[];
	    periods: string[];
	    language: string;
	}
	export interface Metric {
	    id: string;
	    label: string;
	    company: string;
	    period: string;
	    figure?: store.Figure;
	    gap: string;
	    flags: string[];
	}

}

export namespace library {
	
	export interface Adding {
	    of: number;
	    done: number;
	    failed: number;
	    known: number;
	    locked: number;
	    reading: number;
	    share: number;
	    secondsLeft: number;
	    paused: boolean;
	}
	export interface Metadata {
	    metadata: store.Metadata;
	    names: store.Name[];
	    tags: string[];
	}
	export interface Details {
	    id: string;
	    name: string;
	    path: string;
	    pages: number;
	    bytes: number;
	    added: string;
	    current: Metadata;
	    found: Metadata;
	    where: store.Where;
	    aliases: store.Alias[];
	}
	export interface Document {
	    id: string;
	    name: string;
	    path: string;
	    folder: string;
	    state: 'queued' | 'locked' | 'reading' | 'embedding' | 'ready' | 'failed' | 'removed' | 'duplicate' | 'unchanged';
	    pages: number;
	    pagesRead: number;
	    firstPages: number;
	    passages: number;
	    embedded: number;
	    keywordOnly: boolean;
	    stale: boolean;
	    readingSummary: string;
	    doubtful: number;
	    pictures: number;
	    hidden: number;
	    tables: number;
	    unread: number[];
	    reason: string;
	    added: string;
	    bytes: number;
	    secondsLeft: number;
	    share: number;
	}
	export interface Labels {
	    id: string;
	    company: string;
	    year: number;
	    type: string;
	    tags: string[];
	}

}

export namespace models {
	
	export interface Pull {
	    model: string;
	    state: 'pulling' | 'paused' | 'failed';
	    done: number;
	    all: number;
	    perSecond: number;
	    secondsLeft: number;
	    message: string;
	}

}

export namespace proof {
	
	export interface Doubtful {
	    sentence: string;
	    cites: number[];
	    why: string;
	}
	export interface LooseFigure {
	    figure: string;
	    sentence: string;
	    why: string;
	}
	export interface Audit {
	    sentences: number;
	    verified: number;
	    uncited: number;
	    missing: string[];
	    invalid: number[];
	    figures: number;
	    unsupported: LooseFigure[];
	    wrong: Doubtful[];
	    doubtful: Doubtful[];
	}
	

}

export namespace rag {
	
	export interface Cost {
	    calls: number;
	    tokensIn: number;
	    tokensOut: number;
	    millis: number;
	}

}

export namespace report {
	
	export interface Claim {
	    text: string;
	    status: string;
	    confidence: number;
	    sources: number[];
	    contradiction: string;
	}
	export interface Check {
	    claims: Claim[];
	    passed: number;
	    review: number;
	    failed: number;
	    passRatio: number;
	    meanConfidence: number;
	    loops: number;
	    needsMore: boolean;
	    byModel: boolean;
	}
	
	export interface Metadata {
	    model: string;
	    tokens: number;
	    tries: number;
	    language: string;
	    plain: boolean;
	}
	export interface Query {
	    where: string;
	    text: string;
	    found: number;
	}
	export interface Source {
	    s: string;
	    title: string;
	    address: string;
	    document: string;
	    page: number;
	    label: string;
	    passage: string;
	    summary: string;
	    time: string;
	    cited: boolean;
	}
	export interface Paths {
	    folder: string;
	    markdown: string;
	    pdf: string;
	}
	export interface Output {
	    paths: Paths;
	    sources: Source[];
	    verification: Check;
	    errors: string[];
	    metadata: Metadata;
	    queries: Query[];
	}
	
	

}

export namespace research {
	
	export interface Anchor {
	    question: string;
	    language: string;
	    entities: string[];
	    scope: string;
	    clarifications: string[];
	}
	export interface Contradiction {
	    about: string;
	    passages: string[];
	}
	export interface Finding {
	    task: string;
	    record: string;
	    text: string;
	    passages: string[];
	    weak: string[];
	    contradictions: Contradiction[];
	    open: string;
	    ended: string;
	}
	export interface Reference {
	    type: string;
	    target: string;
	    original: string;
	    document: string;
	    method: string;
	    pattern: string;
	    task: string;
	    passage: string;
	    depth: number;
	    status: string;
	    reason: string;
	    led: string[];
	}
	export interface Scores {
	    factualAccuracy: number;
	    semanticValidity: number;
	    structure: number;
	    citations: number;
	    relevance: number;
	    sum: number;
	    faults: string[];
	    scored: boolean;
	}
	export interface Output {
	    plan: store.Item[];
	    anchor: Anchor;
	    queries: string[];
	    endReason: string;
	    rounds: number;
	    findings: Finding[];
	    scores: Scores;
	    threshold: number;
	    drafts: number;
	    references: Reference[];
	    open: string[];
	    cost: rag.Cost;
	    estimate: rag.Cost;
	}
	

}

export namespace runs {
	
	export interface Threshold {
	    score: number;
	    at: number;
	    noise: number;
	    signal: number;
	}
	export interface Calibration {
	    model: string;
	    passages: number;
	    measured: string;
	    why: string;
	    from: number;
	    to: number;
	    noise: number[];
	    signal: number[];
	    unrelated: number;
	    thresholds: Threshold[];
	}
	export interface Field {
	    name: string;
	    value: string;
	}
	export interface Memory {
	    run: string;
	    conversation: string;
	    title: string;
	    question: string;
	    summary: string;
	    asked: string;
	    turns: number;
	}
	export interface Note {
	    text: string;
	    leaves: boolean;
	}
	export interface Question {
	    conversation: string;
	    text: string;
	    workflow: string;
	    mode: 'auto' | 'documents' | 'chat';
	    files: string[];
	    folder: string;
	    filters: store.Filter[];
	    off: store.Filter[];
	    dropped: store.Reading['as'][];
	    all: boolean;
	    language: string;
	    model: string;
	    numbers: store.Override[];
	    instead: string;
	}
	export interface Started {
	    run: string;
	    conversation: string;
	    preferred: store.Filter[];
	    readings: store.Reading[];
	}
	export interface StepDetail {
	    in: Field[];
	    out: Field[];
	}
	export interface StepInfo {
	    node: string;
	    title: string;
	    summary: string;
	    idle?: boolean;
	    millis: number;
	    notes: Note[];
	    checkpoint: number;
	    task: string;
	    model: string;
	    tokensIn: number;
	    tokensOut: number;
	}
	
	export interface Turn {
	    run: string;
	    question: string;
	    workflow: string;
	    mode: 'auto' | 'documents' | 'chat';
	    files: string[];
	    folder: string;
	    filters: store.Filter[];
	    preferred: store.Filter[];
	    off: store.Filter[];
	    readings: store.Reading[];
	    dropped: store.Reading['as'][];
	    language: string;
	    numbers: store.Override[];
	    status: 'running' | 'answered' | 'needs_person' | 'stopped' | 'failed';
	    answer: string;
	    answerMode: 'model' | 'chosen' | 'figure' | 'read' | 'passages';
	    citations: store.Citation[];
	    sources: store.Source[];
	    steps: StepInfo[];
	    message: string;
	    model: string;
	    millis: number;
	    asked: string;
	    lastSeq: number;
	    branch: number;
	    cards: store.Card[];
	    audit?: store.Audit;
	    figures: store.FigureCheck[];
	    told: store.Told;
	    figure?: store.Figure;
	    mends: store.Mend[];
	    cut: number;
	    made: unknown;
	    branches: string[];
	}
	export interface Workflow {
	    name: string;
	    label: string;
	    hint: string;
	}

}

export namespace sheet {
	
	export interface Head {
	    text: string;
	    from: number;
	    span: number;
	}

}

export namespace store {
	
	export interface Alias {
	    text: string;
	    kind: string;
	    where: string;
	}
	export interface MarkVerdict {
	    n: number;
	    sentence: number;
	    verdict: 'verified' | 'partly' | 'not found' | 'doubtful' | 'contradicted' | 'not checked';
	    reason: string;
	    why: string;
	}
	export interface FigureCell {
	    table: number;
	    row: number;
	    column: number;
	    rowLabel: string;
	    head: string;
	    text: string;
	}
	export interface ClaimPlace {
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	    quote: string;
	    cell?: FigureCell;
	    against: boolean;
	}
	export interface Claim {
	    text: string;
	    start: number;
	    end: number;
	    verdict: 'verified' | 'partly' | 'not found' | 'doubtful' | 'contradicted' | 'not checked';
	    support: number;
	    reason: string;
	    why: string;
	    places: ClaimPlace[];
	    uncited?: boolean;
	    invented?: number[];
	    citations: number[];
	    model?: string;
	    modelWhy?: string;
	}
	export interface Audit {
	    sentences: Claim[];
	    marks: MarkVerdict[];
	    verified: number;
	    partly: number;
	    notFound: number;
	    doubtful: number;
	    contradicted: number;
	    notChecked: number;
	    uncited: number;
	    invented: number[];
	}
	export interface LeftOut {
	    what: string;
	    why: string;
	}
	export interface CallHistory {
	    kept: number;
	    leftOut: number;
	    tokens: number;
	}
	export interface CallPassage {
	    passage: string;
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	    tokens: number;
	    why: string;
	}
	export interface Call {
	    n: number;
	    node: string;
	    task: string;
	    model: string;
	    began: string;
	    numCtx: number;
	    estimated: number;
	    counted: number;
	    answer: number;
	    millis: number;
	    images: number;
	    cut: boolean;
	    problem: string;
	    fault: string;
	    repair: boolean;
	    passages: CallPassage[];
	    history: CallHistory;
	    instructions: number;
	    leftOut: LeftOut[];
	}
	
	export interface CallMessage {
	    role: string;
	    text: string;
	}
	
	export interface CallText {
	    messages: CallMessage[];
	    schema: string;
	}
	export interface Item {
	    id: string;
	    text: string;
	    done: boolean;
	    own: boolean;
	    found?: number;
	}
	export interface Card {
	    id: string;
	    kind: 'text' | 'choice' | 'plan';
	    text: string;
	    help: string;
	    options: string[];
	    items: Item[];
	}
	export interface Place {
	    passage: string;
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	}
	export interface Citation {
	    n: number;
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	    passage: string;
	    quote: string;
	    prefix: string;
	    suffix: string;
	    verdict: 'confirmed' | 'single' | 'doubtful' | 'ocr' | 'picture' | 'unreadable' | 'blank' | '';
	    doubt: string;
	    places?: Place[];
	}
	
	
	export interface Rect {
	    x: number;
	    y: number;
	    w: number;
	    h: number;
	}
	export interface Operand {
	    document: string;
	    doc: string;
	    page: number;
	    table: number;
	    at: number;
	    place: number;
	    row: string;
	    column: string;
	    parents: string[];
	    caption: string;
	    period: string;
	    unit: string;
	    scale: number;
	    value: string;
	    text: string;
	    rect: Rect;
	    passage: string;
	    sentence: number;
	    citation: number;
	}
	export interface Figure {
	    asked: string;
	    shown: string;
	    value: string;
	    unit: string;
	    scale: number;
	    label: string;
	    period: string;
	    formula: string;
	    expression: string;
	    confidence: number;
	    cells: Operand[];
	    restated: boolean;
	    variants: string[];
	}
	export interface Mend {
	    start: number;
	    end: number;
	    was: string;
	    now: string;
	}
	export interface FigureCandidate {
	    text: string;
	    why: string;
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	    quote: string;
	    cell?: FigureCell;
	}
	export interface FigureCheck {
	    text: string;
	    start: number;
	    end: number;
	    value: string;
	    unit: string;
	    period: string;
	    verdict: 'quoted' | 'computed' | 'question' | 'flagged' | 'open';
	    doubt?: boolean;
	    support?: number;
	    kind: string;
	    why: string;
	    notes: string[];
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	    cell?: FigureCell;
	    quote: string;
	    candidates: FigureCandidate[];
	    mend?: Mend;
	}
	export interface Receipt {
	    calls: Call[];
	    counted: number;
	    answer: number;
	    cut: number;
	    faults: number;
	    mended: number;
	    more: number;
	}
	export interface Source {
	    passage: string;
	    document: string;
	    doc: string;
	    page: number;
	    label: string;
	    heading: string;
	    text: string;
	    places?: Place[];
	}
	export interface Event {
	    seq: number;
	    run: string;
	    conversation: string;
	    at: string;
	    kind: 'start' | 'step' | 'note' | 'stepdone' | 'sources' | 'token' | 'citation' | 'restart' | 'made' | 'ask' | 'replied' | 'done' | 'mended' | 'undone';
	    node?: string;
	    text?: string;
	    millis?: number;
	    citation?: Citation;
	    sources: Source[];
	    status?: 'running' | 'answered' | 'needs_person' | 'stopped' | 'failed' | '';
	    answer?: string;
	    mode?: 'model' | 'chosen' | 'figure' | 'read' | 'passages' | '';
	    citations: Citation[];
	    model?: string;
	    checkpoint?: number;
	    task?: string;
	    tokensIn?: number;
	    tokensOut?: number;
	    leaves?: boolean;
	    idle?: boolean;
	    cards?: Card[];
	    receipt?: Receipt;
	    audit?: Audit;
	    numbers?: FigureCheck[];
	    mends?: Mend[];
	    figure?: Figure;
	    told?: 'yes' | 'partly' | 'no' | 'unsure';
	    missing?: string[];
	    made?: unknown;
	}
	
	
	
	
	export interface Filter {
	    field: 'company' | 'author' | 'year' | 'type' | 'language' | 'folder' | 'tag';
	    value: string;
	}
	export interface Heading {
	    title: string;
	    page: number;
	    level: number;
	}
	export interface Hidden {
	    how: string;
	    text: string;
	}
	
	
	
	
	export interface Metadata {
	    title: string;
	    authors: string;
	    company: string;
	    year: number;
	    type: string;
	    language: string;
	}
	export interface Name {
	    text: string;
	    kind: 'title' | 'file' | 'abbreviation' | 'law' | '';
	}
	
	export interface Override {
	    name: string;
	    value: number;
	}
	
	export interface Reading {
	    as: 'before' | 'mentions' | 'never' | 'list' | 'count' | 'summary' | 'parts' | 'language';
	    text: string;
	}
	
	
	export interface Reply {
	    text: string;
	    items: Item[];
	}
	
	export interface Told {
	    told: '' | 'yes' | 'partly' | 'no' | 'unsure';
	    missing: string[];
	}
	export interface Verdict {
	    n: number;
	    label: string;
	    verdict: 'confirmed' | 'single' | 'doubtful' | 'ocr' | 'picture' | 'unreadable' | 'blank';
	    why: string;
	    reader: string;
	    chars: number;
	    hidden?: string;
	    hiddenChars?: number;
	    hiddenUsed?: boolean;
	}
	export interface Where {
	    title: string;
	    authors: string;
	    company: string;
	    year: string;
	    type: string;
	    language: string;
	}
	export interface Why {
	    words: string[];
	    parts: string[];
	    phrases: string[];
	    keywordRank: number;
	    vectorRank: number;
	    keyword: number;
	    cosine: number;
	    body: number;
	    heading: number;
	    section: number;
	    figures: number;
	    file: number;
	    phrase: number;
	}

}

export namespace web {
	
	export interface Settings {
	    on: boolean;
	    program: string;
	    args: string[];
	    address: string;
	    searchTool: string;
	    summariesTool: string;
	    pageTool: string;
	}

}


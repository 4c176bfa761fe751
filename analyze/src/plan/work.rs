//! What is asked on an open connection, whichever era is spoken on it: lists, calls and probes, in their order.

use std::collections::{BTreeSet, VecDeque};

use mcpward_schemas::snapshot::{Call, Outcome, Step};

use super::calls::{self, Calls, Manner, TaskCourse};
use super::paging::Paging;
use super::tasks::{self, Task};
use super::{Answer, Learned, Settings};
use crate::contract::{ListKind, probe};
use crate::limits::{PASSES_MAX, SETTLE_MAX_MS, SETTLE_QUIET_MS, UI_PAGES_MAX, UNANSWERED_MAX};

/// The state of the work on one connection.
#[derive(Debug)]
pub(super) struct Work {
    /// The request with a known answer that stands behind each probe.
    barrier: Call,
    tasks: VecDeque<Task>,
    paging: Option<Paging>,
    calls: Option<Calls>,
    /// The task of the extension, once it was looked for.
    task: Option<TaskCourse>,
    /// Lists that the server declares.
    declared: Vec<ListKind>,
    /// The first list that gave a cursor, and the first cursor of its last listing.
    cursor: Option<(ListKind, String)>,
    /// A prompt that requires arguments.
    prompt: Option<String>,
    /// A resource that is listed.
    resource: Option<String>,
    /// Resources of the last listing.
    uris: Vec<String>,
    /// Pages that the tools of the last listing link.
    pages: BTreeSet<String>,
    /// Whether the last listing of the tools ended by itself, so that another one can be compared with it.
    has_tools: bool,
    /// Whether a tool was called, be it one that there is not.
    has_called: bool,
    /// Whether the server announced a change since the last listing began.
    changed: bool,
    /// Requests in a row without an answer.
    n_unanswered: u32,
}

impl Work {
    /// Nothing to do yet.
    pub(super) fn new(barrier: Call) -> Self {
        Self {
            barrier,
            tasks: VecDeque::new(),
            paging: None,
            calls: None,
            task: None,
            declared: Vec::new(),
            cursor: None,
            prompt: None,
            resource: None,
            uris: Vec::new(),
            pages: BTreeSet::new(),
            has_tools: false,
            has_called: false,
            changed: false,
            n_unanswered: 0,
        }
    }

    /// The lists that are asked for.
    pub(super) fn declare(&mut self, lists: Vec<ListKind>) {
        self.declared = lists;
    }

    /// The lists that are asked for.
    pub(super) fn declared(&self) -> &[ListKind] {
        &self.declared
    }

    /// Puts tasks behind those that wait.
    pub(super) fn add(&mut self, tasks: impl IntoIterator<Item = Task>) {
        self.tasks.extend(tasks);
    }

    /// Learns from the step that ended.
    pub(super) fn absorb(&mut self, last: Answer<'_>, learned: &mut Learned) {
        // What is announced while waiting for quiet comes before the listing that follows.
        let settling = matches!(last.step, Step::Settle { .. });
        self.changed |= !settling
            && last
                .notifications
                .iter()
                .any(|method| method.ends_with("/list_changed"));
        match last.outcome {
            // What was not sent, since the server has no sessions, says nothing of the next.
            Outcome::Failed { .. } if matches!(last.step, Step::Http { .. }) => {}
            Outcome::Answered { .. } => self.n_unanswered = 0,
            Outcome::TimedOut | Outcome::Failed { .. } => self.n_unanswered += 1,
            Outcome::Done | Outcome::Silent => {}
            Outcome::Closed => self.n_unanswered = UNANSWERED_MAX,
        }
        if let Some(mut paging) = self.paging.take() {
            let next = last.answer.and_then(|answer| paging.next(answer, &learned.definitions));
            match next {
                Some(step) => {
                    self.tasks.push_front(Task::Step(Box::new(step)));
                    self.paging = Some(paging);
                }
                None => self.listed(paging, learned),
            }
        }
        if let Some(calls) = &mut self.calls {
            calls.absorb(last);
        }
        if let Some(task) = &mut self.task {
            task.absorb(last);
        }
        let again = calls::once_more(last.step, last.unanswered);
        if *last.outcome == Outcome::Closed {
            learned.one_by_one.extend(again);
        } else {
            for step in again.into_iter().rev() {
                self.tasks.push_front(Task::step(step));
            }
        }
        if self.n_unanswered >= UNANSWERED_MAX {
            self.tasks.clear();
            self.paging = None;
        }
    }

    /// Learns from a listing that ended.
    fn listed(&mut self, mut paging: Paging, learned: &mut Learned) {
        let kind = paging.kind();
        if let Some(cursor) = paging.first_cursor.take()
            && self.cursor.as_ref().is_none_or(|(first, _)| *first == kind)
        {
            self.cursor = Some((kind, cursor));
        }
        match kind {
            ListKind::Tools => {
                self.has_tools = paging.is_whole;
                self.pages = std::mem::take(&mut paging.pages);
                learned.tools.append(&mut paging.names);
                // A listing that failed half-way knows less than the one before.
                let definitions = paging.items.unwrap_or_default();
                if definitions.len() >= learned.definitions.len() {
                    learned.definitions = definitions;
                    learned.mirrors = None;
                }
            }
            ListKind::Prompts => self.prompt = paging.needy.take().or(self.prompt.take()),
            ListKind::Resources => {
                self.uris = std::mem::take(&mut paging.uris);
                self.resource = paging.names.first().cloned().or(self.resource.take());
                let is_file = |uri: &&String| uri.starts_with("file://");
                learned.file = learned
                    .file
                    .take()
                    .or_else(|| paging.names.iter().find(is_file).cloned());
            }
            ListKind::Templates => {}
        }
    }

    /// The next step; `None` where nothing remains.
    pub(super) fn next(&mut self, settings: &Settings, learned: &Learned) -> Option<Step> {
        let step = self.due(settings, learned)?;
        self.has_called |= is_call(&step);
        Some(step)
    }

    fn due(&mut self, settings: &Settings, learned: &Learned) -> Option<Step> {
        loop {
            match self.tasks.pop_front()? {
                Task::Step(step) => return Some(*step),
                Task::UnknownTool => {
                    let step = tasks::unknown_tool(&learned.tools, &self.barrier);
                    return Some(settings.wanted.allowed(step));
                }
                Task::CursorAgain => {
                    if let Some((kind, cursor)) = &self.cursor {
                        return Some(tasks::cursor_again(*kind, cursor, &self.barrier));
                    }
                }
                Task::PromptIncomplete => {
                    if let Some(prompt) = &self.prompt {
                        let step = tasks::incomplete_prompt(prompt, &self.barrier);
                        return Some(settings.wanted.allowed(step));
                    }
                }
                Task::Subscription => {
                    if let Some(uri) = &self.resource {
                        let [begin, end] = tasks::subscription(uri, &self.barrier);
                        self.tasks.push_front(Task::step(end));
                        return Some(begin);
                    }
                }
                Task::Pages => {
                    let pages = self.pages.iter().take(UI_PAGES_MAX);
                    let steps = settings
                        .wanted
                        .reads(probe::UI_PAGE, pages, settings.bounds.at_once_max);
                    self.begin(steps);
                }
                Task::Resources => {
                    let uris = self.uris.iter().filter(|uri| !self.pages.contains(*uri));
                    let uris = uris.take(settings.n_resources);
                    let at_once_max = settings.bounds.at_once_max;
                    let steps = settings.wanted.reads(probe::RESOURCE_READ, uris, at_once_max);
                    self.begin(steps);
                }
                Task::Calls => {
                    let calls = self.calls.get_or_insert_with(|| {
                        let manner = Manner {
                            at_once_max: settings.bounds.at_once_max,
                            barrier: self.barrier.clone(),
                            may_ask: settings.client_can && self.barrier.method == tasks::discover().method,
                            runs_tasks: learned.runs_tasks,
                            is_http: settings.has_url,
                        };
                        Calls::new(&settings.wanted, &learned.definitions, &manner)
                    });
                    if let Some(step) = calls.next() {
                        self.tasks.push_front(Task::Calls);
                        return Some(step);
                    }
                }
                Task::Extension => {
                    let wanted = &settings.wanted;
                    let task = self.task.get_or_insert_with(|| {
                        let called = wanted.called(&learned.definitions);
                        TaskCourse::declared(&called, &settings.client["capabilities"])
                    });
                    if let Some(step) = task.next() {
                        self.tasks.push_front(Task::Extension);
                        return Some(wanted.allowed(step));
                    }
                }
                Task::List(kind, pass) => {
                    let is_after = pass == probe::PASS_AFTER;
                    let keeps_items = kind == ListKind::Tools && settings.wanted.is_any() && !is_after;
                    let paging = Paging::new(kind, pass, keeps_items, settings.bounds);
                    let step = paging.first();
                    self.paging = Some(paging);
                    return Some(step);
                }
                // A server that still works on a call is asked nothing more.
                Task::ToolsAfter if self.has_called && self.has_tools && self.n_unanswered == 0 => {
                    self.tasks.push_front(Task::List(ListKind::Tools, probe::PASS_AFTER));
                }
                Task::ToolsAfter => {}
                Task::Lists(pass) => {
                    if let Some(settle) = self.lists(pass) {
                        return Some(settle);
                    }
                }
            }
        }
    }

    /// Puts steps before those that wait.
    fn begin(&mut self, steps: Vec<Step>) {
        for step in steps.into_iter().rev() {
            self.tasks.push_front(Task::step(step));
        }
    }

    /// Plans listing number `pass`. Where the server has announced a change it may still be changing, so quiet comes first.
    /// The listing after the second is only made where another change was announced meanwhile.
    fn lists(&mut self, pass: u32) -> Option<Step> {
        if pass > PASSES_MAX || (pass > 2 && !self.changed) {
            return None;
        }
        let changed = std::mem::take(&mut self.changed);
        if pass >= 2 {
            self.tasks.push_front(Task::Lists(pass + 1));
        }
        for &kind in self.declared.iter().rev() {
            self.tasks.push_front(Task::List(kind, pass));
        }
        changed.then_some(Step::Settle {
            quiet_ms: SETTLE_QUIET_MS,
            max_ms: SETTLE_MAX_MS,
        })
    }
}

/// Whether a step calls a tool.
fn is_call(step: &Step) -> bool {
    let calls = |call: &Call| call.method == "tools/call";
    match step {
        Step::Request { call, .. } | Step::Cancel { call, .. } => calls(call),
        Step::Requests { requests } => requests.iter().any(|asked| calls(&asked.call)),
        _ => false,
    }
}

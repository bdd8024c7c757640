;;; chart-kernel.el --- Interactive charts, edited as text  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, data, multimedia
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A chart is a few lines of YAML or JSON in a file *.chart.yaml or
;; *.chart.json.  `chart-kernel-mode' checks them while they are typed, knows
;; what can stand where, and shows the chart beside the text: one that can be
;; clicked, turned, scrolled and walked through by keys.
;;
;; The drawing is done by the program chart-kernel, over JSON-RPC.  Only
;; libraries that come with Emacs are needed.  See README.md for more.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'subr-x)
(require 'chart-kernel-preview)
(require 'chart-kernel-rpc)
(require 'chart-kernel-schema)

(declare-function flymake-make-diagnostic "flymake")
(declare-function flymake-mode "flymake")
(defvar flymake-mode)

(defcustom chart-kernel-delay 0.2
  "Seconds without a key after which the text is checked and drawn."
  :type 'number :group 'chart-kernel)

;;; A buffer's charts

(cl-defstruct (chart-kernel-document (:constructor chart-kernel--make-document))
  "One chart in a buffer: the text between two lines `---', or all of it."
  (beg nil :documentation "Where it begins: a marker.")
  (end nil :documentation "Where it ends: a marker.")
  (sent nil :documentation "The text that the kernel was given last.")
  (flying nil :documentation "Whether the kernel has not answered yet.")
  (chart nil :documentation "The id that the kernel calls it by.")
  (result nil :documentation "What it was answered with; nil after a fault.")
  (fault nil :documentation "What is wrong: a plist with :message, :line and :column.")
  (warnings nil :documentation "What the author should know."))

(defvar-local chart-kernel--connection nil "The connection for this buffer's charts.")
(defvar-local chart-kernel--documents nil "The charts of this buffer.")
(defvar-local chart-kernel--preview nil "The buffer that shows the chart at point.")
(defvar-local chart-kernel--timer nil "Waits for a pause in typing.")
(defvar-local chart-kernel--report nil "Takes diagnostics for Flymake.")

(defun chart-kernel--connection ()
  "The connection for this buffer's charts, opened if need be."
  (unless (and chart-kernel--connection (jsonrpc-running-p chart-kernel--connection))
    (setq chart-kernel--connection (chart-kernel-connect default-directory))
    (chart-kernel--forget))
  chart-kernel--connection)

(defun chart-kernel--forget ()
  "Forget what the kernel was told."
  (dolist (document chart-kernel--documents)
    (setf (chart-kernel-document-sent document) nil
          (chart-kernel-document-flying document) nil
          (chart-kernel-document-chart document) nil)))

(defun chart-kernel--regions ()
  "The bounds of the charts in this buffer, those that are blank left out."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (let ((start (point)) regions)
        (while (re-search-forward "^---\\(?:[ \t]\\|$\\)" nil 'move)
          (push (cons start (match-beginning 0)) regions)
          (setq start (match-beginning 0)))
        (push (cons start (point-max)) regions)
        (cl-remove-if (lambda (region)
                        (goto-char (car region))
                        (when (looking-at "---[ \t]*$") (forward-line))
                        (while (and (< (point) (cdr region)) (looking-at "[ \t]*\\(?:#.*\\)?$"))
                          (forward-line))
                        (>= (point) (cdr region)))
                      (nreverse regions))))))

(defun chart-kernel--update-documents ()
  "Find the charts in the text.  Those that have gone are deleted."
  (let ((old chart-kernel--documents))
    (setq chart-kernel--documents
          (mapcar (lambda (region)
                    (let ((document (or (pop old) (chart-kernel--make-document))))
                      (setf (chart-kernel-document-beg document) (copy-marker (car region))
                            (chart-kernel-document-end document) (copy-marker (cdr region) t))
                      document))
                  (chart-kernel--regions)))
    (dolist (document old)
      (chart-kernel--delete (chart-kernel-document-chart document)))))

(defun chart-kernel--delete (chart)
  "Delete CHART if it is of no use to anybody."
  (when (and chart chart-kernel--connection (jsonrpc-running-p chart-kernel--connection)
             ;; Those of a kernel that others use too are not one's own.
             (not (chart-kernel-endpoint chart-kernel--connection))
             (not (cl-find chart chart-kernel--documents
                           :key #'chart-kernel-document-chart :test #'equal)))
    (chart-kernel-call chart-kernel--connection "chart/delete" (list :chart chart) #'ignore #'ignore)))

(defun chart-kernel--document (&optional position)
  "The chart at POSITION, point if nil."
  (let ((position (or position (point))))
    (or (cl-find-if (lambda (document)
                      (and (<= (chart-kernel-document-beg document) position)
                           (< position (chart-kernel-document-end document))))
                    chart-kernel--documents)
        (car (last chart-kernel--documents)))))

(defun chart-kernel--name (document)
  "How to call DOCUMENT if it has no id."
  (let ((name (replace-regexp-in-string
               "\\.chart\\'\\|\\.\\(?:chart\\.\\)?\\(?:ya?ml\\|json\\)\\'" ""
               (if buffer-file-name (file-name-nondirectory buffer-file-name) (buffer-name))))
        (index (cl-position document chart-kernel--documents)))
    (if (and index (> index 0)) (format "%s-%d" name (1+ index)) name)))

;;; Text to kernel

(defun chart-kernel--changed (&rest _)
  "Check and draw the charts after a while without typing."
  (when chart-kernel--timer (cancel-timer chart-kernel--timer))
  ;; Org puts charts into buffers of this mode only to colour them.
  (when (or chart-kernel--connection (bound-and-true-p flymake-mode))
    (let ((buffer (current-buffer)))
      (setq chart-kernel--timer
            (run-with-timer chart-kernel-delay nil
                            (lambda ()
                              (when (buffer-live-p buffer)
                                (with-current-buffer buffer
                                  (setq chart-kernel--timer nil)
                                  (with-demoted-errors "Chart: %S" (chart-kernel-sync))))))))))

(defun chart-kernel-sync ()
  "Give the kernel all charts whose text has changed."
  (interactive nil chart-kernel-mode)
  (when chart-kernel--timer (cancel-timer chart-kernel--timer) (setq chart-kernel--timer nil))
  (let ((connection (chart-kernel--connection)))
    (chart-kernel--update-documents)
    (dolist (document chart-kernel--documents)
      (let ((text (chart-kernel--text document)))
        (unless (or (chart-kernel-document-flying document)
                    (equal text (chart-kernel-document-sent document)))
          (chart-kernel--send connection document text))))
    (chart-kernel--finish)))

(defun chart-kernel--text (document)
  "The text of DOCUMENT."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (chart-kernel-document-beg document)
                                    (chart-kernel-document-end document))))

(defun chart-kernel--send (connection document text)
  "Give the kernel of CONNECTION the TEXT of DOCUMENT."
  (setf (chart-kernel-document-sent document) text
        (chart-kernel-document-flying document) t)
  (let* ((buffer (current-buffer))
         (answered (lambda (take)
                     (when (and (buffer-live-p buffer)
                                (eq connection (buffer-local-value 'chart-kernel--connection buffer)))
                       (with-current-buffer buffer
                         (setf (chart-kernel-document-flying document) nil)
                         (when (memq document chart-kernel--documents)
                           (funcall take)
                           ;; Meanwhile there may have been more changes.
                           (if (equal text (chart-kernel--text document))
                               (chart-kernel--finish)
                             (unless chart-kernel--timer (chart-kernel--changed)))))))))
    (chart-kernel-call
     connection "chart/edit" (list :text text :chart (chart-kernel--name document))
     (lambda (result) (funcall answered (lambda () (chart-kernel--take document result))))
     (lambda (fault) (funcall answered (lambda () (chart-kernel--refuse document fault)))))))

(defun chart-kernel--take (document result)
  "Note the RESULT of giving DOCUMENT to the kernel."
  (let ((old (chart-kernel-document-chart document)) (new (plist-get result :chart)))
    (setf (chart-kernel-document-chart document) new
          (chart-kernel-document-result document) result
          (chart-kernel-document-fault document) nil
          (chart-kernel-document-warnings document) (append (plist-get result :warnings) nil))
    (unless (equal old new) (chart-kernel--delete old))))

(defun chart-kernel--refuse (document fault)
  "Note that DOCUMENT is at FAULT, of `chart-kernel-call'."
  (let ((data (plist-get fault :data)))
    (setf (chart-kernel-document-result document) nil
          (chart-kernel-document-fault document)
          (list :message (plist-get fault :message)
                :line (or (plist-get data :line) 1)
                :column (or (plist-get data :column) 1)))))

(defun chart-kernel--finish ()
  "Show what is known of the charts: faults and pictures."
  (chart-kernel--report-faults)
  (chart-kernel--update-preview))

;;; Faults

(defun chart-kernel-flymake (report &rest _)
  "Tell Flymake through REPORT what is wrong, now and after each check."
  (setq chart-kernel--report report)
  (with-demoted-errors "Chart: %S" (chart-kernel-sync)))

(defun chart-kernel--report-faults ()
  "Tell Flymake what is wrong with all charts of this buffer."
  (when (and chart-kernel--report (bound-and-true-p flymake-mode)
             (not (cl-some #'chart-kernel-document-flying chart-kernel--documents)))
    (funcall chart-kernel--report
             (mapcan #'chart-kernel--diagnostics chart-kernel--documents)
             :region (cons (point-min) (point-max)))))

(defun chart-kernel--diagnostics (document)
  "What Flymake is to show of DOCUMENT."
  (let ((fault (chart-kernel-document-fault document)))
    (if fault
        (pcase-let ((`(,beg . ,end) (chart-kernel--fault-region document fault)))
          (list (flymake-make-diagnostic (current-buffer) beg end :error (plist-get fault :message))))
      (mapcar (lambda (warning)
                (pcase-let ((`(,beg . ,end)
                             (chart-kernel--fault-region document '(:line 1 :column 1))))
                  (flymake-make-diagnostic (current-buffer) beg end :warning warning)))
              (chart-kernel-document-warnings document)))))

(defun chart-kernel--fault-region (document fault)
  "The text of DOCUMENT that FAULT is about: the key, value or bracket there."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (chart-kernel-document-beg document))
      (forward-line (1- (plist-get fault :line)))
      (forward-char (min (1- (plist-get fault :column)) (- (line-end-position) (point))))
      ;; A place behind the last character has nothing to underline.
      (when (and (eolp) (not (bolp))) (skip-chars-backward " \t") (unless (bolp) (backward-char)))
      (let ((beg (point)))
        (cond ((looking-at "\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"\\|'[^'\n]*'") (goto-char (match-end 0)))
              ((looking-at "[][{}]") (forward-char))
              (t (skip-chars-forward "^:,{}[]\n#") (skip-chars-backward " \t" (1+ beg))))
        (cons (min beg (max (point-min) (1- (point-max))))
              (min (point-max) (max (point) (1+ beg))))))))

;;; The preview

(defun chart-kernel-preview ()
  "Show the chart at point beside its text."
  (interactive nil chart-kernel-mode)
  (let ((connection (chart-kernel--connection)))
    (setq chart-kernel--preview
          (chart-kernel-preview-open (format "*chart: %s*" (buffer-name)) connection nil))
    (display-buffer chart-kernel--preview '((display-buffer-reuse-window display-buffer-in-direction)
                                            (direction . right)))
    (chart-kernel-sync)))

(defun chart-kernel--update-preview ()
  "Show the chart at point, and what is wrong with its text."
  (when-let* ((preview (and (buffer-live-p chart-kernel--preview) chart-kernel--preview))
              (document (chart-kernel--document)))
    (let ((connection chart-kernel--connection)
          (result (chart-kernel-document-result document))
          (chart (chart-kernel-document-chart document))
          (fault (chart-kernel-document-fault document))
          (line (1- (line-number-at-pos (chart-kernel-document-beg document) t))))
      (setf (chart-kernel-document-result document) nil)
      (with-current-buffer preview
        (setq chart-kernel-preview-connection connection
              chart-kernel-preview-fault
              (and fault (format "Line %d: %s" (+ line (plist-get fault :line)) (plist-get fault :message))))
        (let ((is-other (not (equal chart chart-kernel-preview-chart))))
          (chart-kernel-preview-choose chart)
          (setq chart-kernel-preview--kind nil)
          (cond (result (chart-kernel-preview-show result))
                ((and chart is-other) (chart-kernel-preview-refresh))))
        (force-mode-line-update)))))

(defun chart-kernel--moved ()
  "Show another chart if point has moved there."
  (when (and (cdr chart-kernel--documents) (buffer-live-p chart-kernel--preview))
    (let ((chart (chart-kernel-document-chart (chart-kernel--document))))
      (unless (equal chart (buffer-local-value 'chart-kernel-preview-chart chart-kernel--preview))
        (chart-kernel--update-preview)))))

(defun chart-kernel--in-preview (command)
  "Call COMMAND in the preview of the chart at point."
  (unless (buffer-live-p chart-kernel--preview) (chart-kernel-preview))
  (with-current-buffer chart-kernel--preview (call-interactively command)))

(defun chart-kernel-undo ()
  "Take back what was done to the chart last, be it by the mouse or by text."
  (interactive nil chart-kernel-mode)
  (chart-kernel--in-preview #'chart-kernel-preview-undo))

(defun chart-kernel-redo ()
  "Do again to the chart what was undone last."
  (interactive nil chart-kernel-mode)
  (chart-kernel--in-preview #'chart-kernel-preview-redo))

(defun chart-kernel-export ()
  "Write the picture of the chart at point into a file."
  (interactive nil chart-kernel-mode)
  (chart-kernel--in-preview #'chart-kernel-preview-export))

;;; Kernels of others

(defun chart-kernel-servers ()
  "The kernels and servers of yours that run: a list of plists with :endpoint."
  (with-temp-buffer
    (when (eql 0 (ignore-errors (call-process chart-kernel-program nil '(t nil) nil "list" "--json")))
      (goto-char (point-min))
      (append (json-parse-buffer :object-type 'plist) nil))))

(defun chart-kernel--read-endpoint ()
  "Ask for the endpoint of a kernel, with those that run to choose from."
  (let* ((servers (chart-kernel-servers))
         (completion-extra-properties
          (list :annotation-function
                (lambda (endpoint)
                  (let ((server (cl-find endpoint servers :test #'equal
                                         :key (lambda (each) (plist-get each :endpoint)))))
                    (format "  %s: %s" (plist-get server :command)
                            (abbreviate-file-name
                             (or (plist-get server :notebook) (plist-get server :directory)))))))))
    ;; The newest is the one most likely meant.
    (completing-read "Join the kernel at: " (mapcar (lambda (each) (plist-get each :endpoint)) servers)
                     nil nil nil nil (plist-get (car (last servers)) :endpoint))))

;;;###autoload
(defun chart-kernel-attach (endpoint &optional session)
  "Join the running kernel at ENDPOINT, such as that of a notebook.
Those that run can be chosen.  ENDPOINT may also be a notebook or
a connection file, as in `chart-kernel stdio --connect'.  In a chart's
buffer, its charts are from then on those of the kernel's
SESSION, and what is typed changes them for everybody.  Elsewhere
choose one of the session's charts, and show it."
  (interactive (list (chart-kernel--read-endpoint)))
  (let ((connection (chart-kernel-connect default-directory endpoint session)))
    (condition-case fault
        (chart-kernel-request connection "initialize"
                              '(:protocolVersion "1.0" :clientInfo (:name "Emacs")))
      (chart-kernel-error
       (let ((reason (chart-kernel-error-log connection)))
         (chart-kernel-disconnect connection)
         (user-error "%s" (if (string-empty-p reason) (nth 1 fault) reason)))))
    (if (derived-mode-p 'chart-kernel-mode)
        (progn
          (chart-kernel--disconnect)
          (setq chart-kernel--connection connection)
          (chart-kernel-preview))
      (chart-kernel--show-of connection))))

(defun chart-kernel--show-of (connection)
  "Choose a chart of CONNECTION and show it."
  (let* ((charts (chart-kernel-chart-ids connection))
         (chart (cond ((null charts)
                       (chart-kernel-disconnect connection)
                       (user-error "There is no chart yet"))
                      ((null (cdr charts)) (car charts))
                      (t (completing-read "Chart: " charts nil t))))
         (name (format "*chart: %s*" chart))
         (buffer (progn
                   (when (get-buffer name) (kill-buffer name))
                   (chart-kernel-preview-open name connection chart))))
    (with-current-buffer buffer
      (add-hook 'kill-buffer-hook (lambda () (chart-kernel-disconnect connection)) nil t)
      (chart-kernel-preview-refresh))
    (pop-to-buffer buffer)))

(defun chart-kernel--disconnect ()
  "End this buffer's connection."
  (when chart-kernel--timer (cancel-timer chart-kernel--timer))
  (chart-kernel--forget)
  (when-let ((connection chart-kernel--connection))
    (setq chart-kernel--connection nil)
    (when (buffer-live-p chart-kernel--preview)
      (with-current-buffer chart-kernel--preview
        (setq chart-kernel-preview-connection nil)
        (chart-kernel-preview-choose nil)))
    (chart-kernel-disconnect connection)))

(defun chart-kernel--killed ()
  "End all that belongs to this buffer."
  (chart-kernel--disconnect)
  (when (buffer-live-p chart-kernel--preview) (kill-buffer chart-kernel--preview)))

;;; The mode

(defun chart-kernel--bounds ()
  "The bounds of the chart at point."
  (let ((position (point)))
    (or (cl-find-if (lambda (region) (<= (car region) position (cdr region)))
                    (reverse (chart-kernel--regions)))
        (cons (point-min) (point-max)))))

(defun chart-kernel-complete ()
  "What can be written at point, for `completion-at-point-functions'."
  (let ((bounds (chart-kernel--bounds)))
    (chart-kernel-completion (car bounds) (cdr bounds))))

(defun chart-kernel-eldoc (callback &rest _)
  "Tell CALLBACK what the key or value at point means."
  (let ((bounds (chart-kernel--bounds)))
    (when-let ((documentation (chart-kernel-documentation (car bounds) (cdr bounds))))
      (funcall callback (cdr documentation)
               :thing (car documentation) :face 'font-lock-variable-name-face)
      t)))

(defun chart-kernel-indent-line ()
  "Indent the line as the one before it; again, one level less.
Behind a key without a value it is one level more."
  (interactive nil chart-kernel-mode)
  (let* ((previous (save-excursion
                     (beginning-of-line)
                     (if (re-search-backward "^[ \t]*[^ \t\n#]" nil t)
                         (+ (current-indentation)
                            (progn (back-to-indentation)
                                   (if (looking-at "-[ \t]+") (- (match-end 0) (point)) 0))
                            (if (looking-at ".*[:{[][ \t]*$") 2 0))
                       0)))
         (previous (- previous (if (save-excursion (back-to-indentation) (looking-at "[]}]")) 2 0)))
         (here (current-indentation))
         (column (cond ((and (eq last-command this-command) (> here 0)) (max 0 (- here 2)))
                       ((eq last-command this-command) (max 0 previous))
                       (t (max 0 previous)))))
    (if (<= (current-column) here) (indent-line-to column)
      (save-excursion (indent-line-to column)))))

(defconst chart-kernel-font-lock
  `((,(concat "\\(?:^[ \t]*\\(?:-[ \t]+\\)*\\|[{,][ \t]*\\)" chart-kernel--key)
     (1 'font-lock-variable-name-face t))
    ("^\\(---\\|\\.\\.\\.\\)" (1 'font-lock-comment-delimiter-face))
    ("[:,[][ \t]*\\(true\\|false\\|null\\)\\_>" (1 'font-lock-constant-face))
    ("\\(?:^\\|[ \t[{,]\\)\\([&*][[:alnum:]_-]+\\)" (1 'font-lock-type-face)))
  "What is coloured in charts.")

(defconst chart-kernel--syntax-propertize
  (syntax-propertize-rules
   ;; It's a quote only where a text begins, and a comment only behind a blank.
   ("[[:alnum:]_)%]\\(['\"]\\)"
    (1 (unless (nth 3 (save-excursion (syntax-ppss (match-beginning 1)))) (string-to-syntax "."))))
   ("[^ \t\n]\\(#\\)" (1 ".")))
  "Makes characters punctuation that YAML takes for what they are.")

(defvar chart-kernel-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?. "_" table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (each '(?& ?* ?+ ?/ ?< ?= ?> ?| ?% ?$)) (modify-syntax-entry each "." table))
    table)
  "Of YAML, and so of JSON.")

(defvar chart-kernel-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-p") #'chart-kernel-preview)
    (define-key map (kbd "C-c C-c") #'chart-kernel-sync)
    (define-key map (kbd "C-c C-e") #'chart-kernel-export)
    (define-key map (kbd "C-c C-u") #'chart-kernel-undo)
    (define-key map (kbd "C-c C-r") #'chart-kernel-redo)
    (define-key map (kbd "C-c C-z") #'chart-kernel-repl)
    (define-key map (kbd "C-c C-a") #'chart-kernel-attach)
    map)
  "Keys of `chart-kernel-mode'.")

(autoload 'chart-kernel-repl "chart-kernel-repl" "Type charts and commands, and see what they do." t)

;;;###autoload
(define-derived-mode chart-kernel-mode prog-mode "Chart"
  "Major mode for charts in YAML or JSON.
\\<chart-kernel-mode-map>
The text is checked while it is typed.  \\[chart-kernel-preview] shows the
chart beside it, where it can be clicked and dragged.
\\[completion-at-point] completes keys and words; what they mean
is told in the echo area.

\\{chart-kernel-mode-map}"
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'chart-kernel-indent-line)
  (setq-local syntax-propertize-function chart-kernel--syntax-propertize)
  (setq-local font-lock-defaults '(chart-kernel-font-lock))
  (add-hook 'completion-at-point-functions #'chart-kernel-complete nil t)
  (add-hook 'eldoc-documentation-functions #'chart-kernel-eldoc nil t)
  (add-hook 'flymake-diagnostic-functions #'chart-kernel-flymake nil t)
  (add-hook 'after-change-functions #'chart-kernel--changed nil t)
  (add-hook 'post-command-hook #'chart-kernel--moved nil t)
  (add-hook 'kill-buffer-hook #'chart-kernel--killed nil t)
  (add-hook 'change-major-mode-hook #'chart-kernel--killed nil t)
  (when buffer-file-name (flymake-mode 1)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.chart\\.\\(?:ya?ml\\|json\\)\\'" . chart-kernel-mode))

(defvar org-src-lang-modes)
(with-eval-after-load 'org-src
  (add-to-list 'org-src-lang-modes '("chart" . chart-kernel)))

(provide 'chart-kernel)
;;; chart-kernel.el ends here

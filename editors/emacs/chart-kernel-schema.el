;;; chart-kernel-schema.el --- What can stand where in a chart's text  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Finds out on which key or value of a YAML or JSON text point is, also in a
;; text that is not finished, and what the JSON Schema of charts says of it.
;;
;; A path is a list of keys (strings) and `item', for the members of lists.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'subr-x)
(require 'chart-kernel-rpc)

;;; Where point is

(cl-defstruct (chart-kernel-place (:constructor chart-kernel--make-place))
  "What is being written at point."
  (role nil :documentation "`key' or `value'.")
  (path nil :documentation "Of the value; for a key, of the mapping that the key belongs to.")
  (beg nil :documentation "Where the word at point begins.")
  (end nil :documentation "Where the word at point ends.")
  (column nil :documentation "In block style, the column of the mapping's keys."))

(defconst chart-kernel--key
  "\\(?1:\"[^\"\n]*\"\\|'[^'\n]*'\\|[^][ \t\n\"'#{},&*!|>%@`:-][^][\n{},#:]*?\\)[ \t]*:\\(?:[ \t]\\|$\\)"
  "A key in block style, with its colon.")

(defconst chart-kernel--dashes "[ \t]*\\(?:-[ \t]+\\)*"
  "What stands before a key in block style.")

(defun chart-kernel-place (beg end)
  "What is being written at point, in the text between BEG and END."
  (save-excursion
    (save-restriction
      (narrow-to-region beg end)
      (let* ((state (syntax-ppss))
             (word (chart-kernel--word state)))
        (unless (nth 4 state)
          (goto-char (car word))
          (let ((place (chart-kernel--place (nth 9 (syntax-ppss)))))
            (setf (chart-kernel-place-beg place) (car word)
                  (chart-kernel-place-end place) (cdr word))
            place))))))

(defun chart-kernel--word (state)
  "The bounds of the word at point, where the syntax is STATE."
  (if (nth 3 state)
      (cons (nth 8 state)
            (save-excursion
              (goto-char (nth 8 state))
              (condition-case nil
                  (progn (forward-sexp) (if (> (point) (line-end-position 1)) (line-end-position) (point)))
                (error (line-end-position)))))
    (save-excursion
      (skip-chars-forward "-A-Za-z0-9_.%")
      (let ((end (point)))
        (skip-chars-backward "-A-Za-z0-9_.%")
        ;; The dash of an item is no part of the word.
        (when (looking-at "-[ \t]+") (goto-char (min end (match-end 0))))
        (cons (point) (max (point) end))))))

(defun chart-kernel--place (brackets)
  "What is written at point, with BRACKETS open around it, the outermost first."
  (if brackets
      (chart-kernel--flow-place (car (last brackets)) (butlast brackets))
    (chart-kernel--block-place)))

(defun chart-kernel--flow-place (bracket outer)
  "What is written at point in the BRACKET that is open, with others OUTER of it."
  (let* ((here (point))
         (start (chart-kernel--last-comma bracket here))
         (key (save-excursion
                (goto-char start)
                (and (looking-at (concat "[ \t\n]*" chart-kernel--key))
                     (<= (match-end 0) (max here (match-end 1)))
                     (< (match-end 1) here)
                     (chart-kernel--unquoted (match-string 1)))))
         (path (save-excursion
                 (goto-char bracket)
                 (chart-kernel-place-path (chart-kernel--as-value (chart-kernel--place outer))))))
    (cond ((eq (char-after bracket) ?\[)
           (chart-kernel--make-place :role 'value :path (append path '(item))))
          (key (chart-kernel--make-place :role 'value :path (append path (list key))))
          (t (chart-kernel--make-place :role 'key :path path)))))

(defun chart-kernel--as-value (place)
  "PLACE, where a bracket opens, as that of an item if one begins there."
  (when (and (eq (chart-kernel-place-role place) 'key) (chart-kernel-place-column place))
    (save-excursion
      (let ((here (point)))
        (beginning-of-line)
        (when (and (looking-at "[ \t]*-[ \t]+") (<= (match-end 0) here))
          (setf (chart-kernel-place-role place) 'value)))))
  place)

(defun chart-kernel--last-comma (bracket here)
  "Behind the last comma between BRACKET and HERE on its level, or behind BRACKET."
  (save-excursion
    (goto-char (1+ bracket))
    (let ((start (point)))
      (condition-case nil
          (while (progn (skip-chars-forward "^][{}\"',#" here) (< (point) here))
            (pcase (char-after)
              (?, (forward-char) (setq start (point)))
              ((or ?\[ ?\{ ?\") (forward-sexp))
              (?# (forward-comment 1) (when (eq (char-before) ?#) (forward-char)))
              (_ (forward-char))))
        (error nil))
      (min start here))))

(defun chart-kernel--unquoted (key)
  "KEY without its quotes."
  (if (string-match "\\`\\([\"']\\)\\([^z-a]*\\)\\1\\'" key) (match-string 2 key) key))

(defun chart-kernel--block-place ()
  "What is written at point, outside of all brackets."
  (let ((here (point)))
    (beginning-of-line)
    (looking-at chart-kernel--dashes)
    (goto-char (min here (match-end 0)))
    (let* ((column (current-column))
           (key (and (looking-at chart-kernel--key) (< (match-end 1) here)
                     (chart-kernel--unquoted (match-string 1))))
           (path (chart-kernel--block-path column)))
      (if key
          (chart-kernel--make-place :role 'value :path (append path (list key)) :column column)
        (chart-kernel--make-place :role 'key :path path :column column)))))

(defun chart-kernel--block-path (column)
  "The path of the mapping in block style whose keys begin at COLUMN.
Point is on one of its lines, at its first key."
  (let ((path nil) (limit column) (first t) item)
    (save-excursion
      (while (and (or (> limit 0) item) (or first (zerop (forward-line -1))))
        ;; Lines that go on inside of brackets or texts begin nothing.
        (unless (and (not first) (save-excursion (nth 3 (syntax-ppss (line-beginning-position)))))
          (let ((opener (chart-kernel--opener limit item first)))
            (while opener
              (pcase-let ((`(,what . ,at) opener))
                (if (eq what 'item)
                    (setq path (cons 'item path) item t)
                  (setq path (cons what path) item nil))
                (setq limit at
                      opener (chart-kernel--opener limit item (eq what 'item)))))))
        (setq first nil)))
    path))

(defun chart-kernel--opener (limit item own)
  "What on this line is further left than LIMIT, as (KEY-OR-`item' . COLUMN).
If ITEM, a list's item begins at LIMIT, and a key there is its
list's.  If OWN, the line's key is not looked at."
  (save-excursion
    (beginning-of-line)
    (unless (or (looking-at "[ \t]*\\(?:#\\|$\\)") (nth 9 (syntax-ppss)))
      (let (dashes key)
        (skip-chars-forward " \t")
        (while (looking-at "-\\(?:[ \t]+\\|$\\)")
          (push (current-column) dashes)
          (goto-char (match-end 0)))
        (when (and (not own) (looking-at chart-kernel--key))
          (setq key (cons (chart-kernel--unquoted (match-string 1)) (current-column))))
        (cond ((and key (or (< (cdr key) limit) (and item (= (cdr key) limit)))) key)
              ((cl-find-if (lambda (column) (< column limit)) dashes)
               (cons 'item (cl-find-if (lambda (column) (< column limit)) dashes))))))))

(defun chart-kernel-siblings (place)
  "The keys that the mapping of PLACE has already, in block style."
  (when-let ((column (chart-kernel-place-column place)))
    (save-excursion
      (goto-char (chart-kernel-place-beg place))
      (append (chart-kernel--siblings column -1) (chart-kernel--siblings column 1)))))

(defun chart-kernel--siblings (column step)
  "The keys at COLUMN on the lines before (STEP -1) or behind (STEP 1) this one."
  (save-excursion
    (let (keys done)
      (while (not done)
        (beginning-of-line)
        (let ((is-item (and (> column 0) (looking-at "[ \t]*-"))))
          ;; Upwards the line with the dash is the mapping's first one.
          (if (and is-item (= step -1)
                   (progn (looking-at chart-kernel--dashes) (= column (- (match-end 0) (point)))))
              (progn (goto-char (match-end 0))
                     (when (looking-at chart-kernel--key) (push (match-string-no-properties 1) keys))
                     (setq done t))
            (setq done (or (not (zerop (forward-line step))) (eobp)))
            (unless (or done (looking-at "[ \t]*\\(?:#\\|$\\)"))
              (cond ((< (current-indentation) column)
                     (unless (and (= step -1) (looking-at chart-kernel--dashes)
                                  (= column (- (match-end 0) (point))))
                       (setq done t)))
                    ((and (= (current-indentation) column)
                          (progn (back-to-indentation) (looking-at chart-kernel--key)))
                     (push (match-string-no-properties 1) keys)))))))
      (mapcar #'chart-kernel--unquoted keys))))

;;; What the schema says

(defvar chart-kernel--schemas nil "The JSON Schema of charts of each program.")

(defun chart-kernel-schema ()
  "The JSON Schema of charts, as an alist."
  (or (alist-get chart-kernel-program chart-kernel--schemas nil nil #'equal)
      (setf (alist-get chart-kernel-program chart-kernel--schemas nil nil #'equal)
            (with-temp-buffer
              (unless (eql 0 (ignore-errors (call-process chart-kernel-program nil '(t nil) nil "schema")))
                (user-error "`%s schema' failed" chart-kernel-program))
              (goto-char (point-min))
              (json-parse-buffer :object-type 'alist :null-object nil :false-object :json-false)))))

(defun chart-kernel--alternatives (schema root)
  "All that a value of SCHEMA may be: schemas without references or choices.
References are looked up in ROOT."
  (let ((reference (alist-get '$ref schema))
        (choices (append (alist-get 'oneOf schema) (alist-get 'anyOf schema) nil)))
    (cond (reference
           (chart-kernel--alternatives
            (alist-get (intern (file-name-nondirectory reference)) (alist-get '$defs root)) root))
          (choices (mapcan (lambda (choice) (chart-kernel--alternatives choice root)) choices))
          (schema (list schema)))))

(defun chart-kernel--suits-p (schema words)
  "Whether an object with WORDS, an alist from keys to texts, may be of SCHEMA."
  (cl-every (lambda (word)
              (let* ((property (alist-get (intern (car word)) (alist-get 'properties schema)))
                     (constant (alist-get 'const property)))
                (or (null constant) (equal constant (cdr word)))))
            words))

(defun chart-kernel-schemas (path words)
  "Return the schemas that a value at PATH may be of.
WORDS is an alist of texts in the root, such as its kind."
  (let* ((root (chart-kernel-schema))
         (all (chart-kernel--alternatives root root))
         (schemas (or (cl-remove-if-not (lambda (each) (chart-kernel--suits-p each words)) all) all)))
    (dolist (step path)
      (setq schemas
            (mapcan (lambda (schema)
                      (chart-kernel--alternatives
                       (if (eq step 'item)
                           (alist-get 'items schema)
                         (or (alist-get (intern step) (alist-get 'properties schema))
                             (let ((others (alist-get 'additionalProperties schema)))
                               (and (consp others) others))))
                       root))
                    schemas)))
    (delete-dups schemas)))

(defun chart-kernel--properties (schemas)
  "The properties of SCHEMAS: an alist from names to schemas."
  (let (properties)
    (dolist (schema schemas)
      (pcase-dolist (`(,name . ,property) (alist-get 'properties schema))
        (unless (assoc (symbol-name name) properties)
          (push (cons (symbol-name name) property) properties))))
    (nreverse properties)))

(defun chart-kernel--words (schemas)
  "The words that a value of SCHEMAS may be."
  (let (words)
    (dolist (schema schemas)
      (dolist (word (append (and (alist-get 'const schema) (list (alist-get 'const schema)))
                            (alist-get 'enum schema) nil))
        (when (stringp word) (push word words)))
      (when (or (equal (alist-get 'type schema) "boolean")
                (seq-contains-p (let ((type (alist-get 'type schema))) (if (vectorp type) type []))
                                "boolean"))
        (setq words (append '("false" "true") words))))
    (delete-dups (nreverse words))))

(defun chart-kernel--root-words (beg end)
  "The kind of the chart in the text between BEG and END, as an alist."
  (save-excursion
    (goto-char beg)
    (when (re-search-forward "^[ \t]*{?[ \t]*\"?kind\"?[ \t]*:[ \t]*\"?\\([a-z]+\\)" end t)
      (list (cons "kind" (match-string-no-properties 1))))))

(defun chart-kernel--type (schemas)
  "The types of SCHEMAS in words."
  (string-join
   (delete-dups
    (mapcan (lambda (schema)
              (let ((type (alist-get 'type schema)) (words (chart-kernel--words (list schema))))
                (cond ((and words (not (equal words '("true" "false")))) (list (string-join words " | ")))
                      ((stringp type) (list type))
                      (t (remove "null" (append type nil))))))
            schemas))
   " | "))

;;; Columns

(defun chart-kernel--names-columns-p (is-key schemas)
  "Whether what is written names columns of the chart's data.
It is a key if IS-KEY, else a value of SCHEMAS."
  (seq-some (lambda (schema)
              (member (alist-get 'format (if is-key (alist-get 'propertyNames schema) schema))
                      '("column" "sort-column" "formula")))
            schemas))

(defun chart-kernel--from-program (beg end)
  "What can be written at point from BEG to END, as the program has it.
It knows the columns of tables, of files and of what steps make of them."
  (let* ((text (buffer-substring-no-properties beg end))
         (place (- (point) beg))
         (program chart-kernel-program)
         (answer (with-temp-buffer
                   (insert text)
                   (let ((coding-system-for-write 'utf-8-unix)
                         (coding-system-for-read 'utf-8-unix))
                     (when (eql 0 (ignore-errors
                                    (call-process-region (point-min) (point-max) program t '(t nil) nil
                                                         "complete" "--at" (number-to-string place))))
                       (goto-char (point-min))
                       (ignore-errors (json-parse-buffer :object-type 'alist)))))))
    (when-let* ((matches (append (alist-get 'matches answer) nil)))
      (let* ((start (+ beg (alist-get 'start answer)))
             (is-quoted (memq (char-before start) '(?\" ?\')))
             (texts (mapcar (lambda (match) (cons (chart-kernel--called match is-quoted) match)) matches)))
        (list start
              (+ beg (alist-get 'end answer))
              (mapcar #'car texts)
              :exclusive 'no
              :exit-function
              (lambda (name status)
                (when-let* (((eq status 'finished))
                            (text (cdr (assoc name texts)))
                            ((not (equal text name))))
                  (delete-region (- (point) (length name)) (point))
                  (insert text))))))))

(defun chart-kernel--called (match is-quoted)
  "What is typed for MATCH, which is written in quotes unless IS-QUOTED."
  (let ((text (if (and (not is-quoted) (string-prefix-p "\"" match)) (json-parse-string match) match)))
    (if (and (> (length text) 2) (string-prefix-p "`" text) (string-suffix-p "`" text))
        (substring text 1 -1)
      text)))

;;; For editing

(defun chart-kernel-completion (beg end)
  "What can be written at point in the text between BEG and END.
The value is one for `completion-at-point-functions'."
  (or (when-let* ((place (chart-kernel-place beg end))
                  (schemas (chart-kernel-schemas (chart-kernel-place-path place)
                                                 (chart-kernel--root-words beg end)))
                  ((chart-kernel--names-columns-p (eq (chart-kernel-place-role place) 'key) schemas)))
        (chart-kernel--from-program beg end))
      (chart-kernel--from-schema beg end)))

(defun chart-kernel--from-schema (beg end)
  "What can be written at point from BEG to END, as the schema has it."
  (when-let* ((place (chart-kernel-place beg end))
              (schemas (chart-kernel-schemas (chart-kernel-place-path place)
                                             (chart-kernel--root-words beg end))))
    (let* ((is-key (eq (chart-kernel-place-role place) 'key))
           (properties (and is-key (chart-kernel--properties schemas)))
           (given (and is-key (save-restriction
                                (narrow-to-region beg end)
                                (chart-kernel-siblings place))))
           (quoted (eq (char-after (chart-kernel-place-beg place)) ?\"))
           (in-json (save-excursion (goto-char beg) (looking-at "[ \t\n]*{[ \t\n]*\\(?:\"\\|\\'\\)")))
           (write (lambda (word)
                    (if (or quoted (and in-json (not (member word '("true" "false")))))
                        (concat "\"" word "\"")
                      word)))
           (words (if is-key
                      (cl-remove-if (lambda (name) (member name given)) (mapcar #'car properties))
                    (chart-kernel--words schemas))))
      (when words
        (list (chart-kernel-place-beg place)
              (max (point) (chart-kernel-place-end place))
              (mapcar write words)
              :exclusive 'no
              :annotation-function
              (lambda (word)
                (when-let ((text (alist-get 'description
                                            (cdr (assoc (chart-kernel--unquoted word) properties)))))
                  (concat "  " text)))
              :exit-function
              (lambda (_ status)
                (when (and is-key (eq status 'finished) (not (looking-at "[ \t]*:")))
                  (insert ": "))))))))

(defun chart-kernel-documentation (beg end)
  "What the key or value at point means, in the text between BEG and END.
The value is (NAME . TEXT), or nil."
  (when-let* ((place (chart-kernel-place beg end))
              (word (buffer-substring-no-properties (chart-kernel-place-beg place)
                                                    (chart-kernel-place-end place)))
              (path (append (chart-kernel-place-path place)
                            (and (eq (chart-kernel-place-role place) 'key)
                                 (list (chart-kernel--unquoted word)))))
              ;; Of an item its list's key says what it is.
              (path (let ((own path))
                      (while (eq (car (last own)) 'item) (setq own (butlast own)))
                      own))
              ;; Of what tells the kinds apart all are of interest.
              (words (if (equal path '("kind")) '(("kind" . "")) (chart-kernel--root-words beg end)))
              (property (cdr (assoc (car (last path))
                                    (chart-kernel--properties
                                     (chart-kernel-schemas (butlast path) words))))))
    (let ((type (chart-kernel--type (chart-kernel-schemas path words)))
          (default (assq 'default property)))
      (cons (car (last path))
            (concat (alist-get 'description property)
                    (unless (string-empty-p type) (format " (%s)" type))
                    (when default (format " Default: %s." (json-serialize (cdr default) :false-object :json-false
                                                                          :null-object nil))))))))

(provide 'chart-kernel-schema)
;;; chart-kernel-schema.el ends here

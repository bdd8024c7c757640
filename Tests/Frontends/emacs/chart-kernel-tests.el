;;; chart-kernel-tests.el --- Tests of the Emacs plugin without a window  -*- lexical-binding: t; -*-

;;; Commentary:

;; test_emacs.py starts a batch Emacs with these, and the program's name in
;; CHART_KERNEL.

;;; Code:

(require 'chart-kernel)
(require 'chart-kernel-repl)
(require 'cl-lib)
(require 'ert)
(require 'flymake)
(require 'ob-chart)
(require 'org)

(setq chart-kernel-program (getenv "CHART_KERNEL")
      chart-kernel-delay 0.05
      org-confirm-babel-evaluate nil
      make-backup-files nil
      create-lockfiles nil)

(defconst tests-spending
  "kind: pie
title: Spending
slices:
  - {label: Rent, value: 25}
  - {label: Food, value: 30}
  - {label: Travel, value: 45}
")

(defun tests-wait (condition)
  "Wait until CONDITION, a function, is true; return what it returned."
  (let ((end (+ (float-time) 20)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (should value)
    value))

(defmacro tests-with-chart (name text &rest body)
  "Run BODY in a buffer that visits a file NAME with TEXT, which the kernel has been given."
  (declare (indent 2))
  `(let* ((directory (make-temp-file "chart" t))
          (file (expand-file-name ,name directory)))
     (write-region ,text nil file nil 'quiet)
     (with-current-buffer (find-file-noselect file)
       (unwind-protect
           (progn
             (should (derived-mode-p 'chart-kernel-mode))
             (tests-synchronize)
             ,@body)
         (set-buffer-modified-p nil)
         (kill-buffer)
         (delete-directory directory t)))))

(defun tests-synchronize ()
  "Give the kernel what is in the buffer, and wait until it has answered."
  (chart-kernel-sync)
  (tests-wait (lambda ()
                (and (not chart-kernel--timer)
                     (cl-notany #'chart-kernel-document-flying chart-kernel--documents)))))

(defun tests-ask (method &rest params)
  "What METHOD with PARAMS answers over the buffer's connection."
  (chart-kernel-request chart-kernel--connection method params))

(defun tests-replace (old new)
  "Type NEW in the place of OLD."
  (goto-char (point-min))
  (search-forward old)
  (replace-match new t t))

(defun tests-faults ()
  "What Flymake shows: a list of (LINE COLUMN TEXT MESSAGE), columns from 1."
  (mapcar (lambda (diagnostic)
            (save-excursion
              (goto-char (flymake-diagnostic-beg diagnostic))
              (list (line-number-at-pos) (1+ (current-column))
                    (buffer-substring-no-properties (point) (flymake-diagnostic-end diagnostic))
                    (flymake-diagnostic-text diagnostic))))
          (flymake-diagnostics)))

(defun tests-checked (condition)
  "Wait until Flymake shows what CONDITION, a function of it, wants."
  (flymake-start)
  (tests-wait (lambda () (let ((faults (tests-faults))) (and (funcall condition faults) (or faults t))))))

;;; Connections

(ert-deftest a-request-is-answered-and-a-refusal-tells-its-data ()
  (let ((connection (chart-kernel-connect temporary-file-directory)))
    (unwind-protect
        (progn
          (should (equal (plist-get (chart-kernel-request connection "chart/edit" (list :text tests-spending :chart "a"))
                                    :chart)
                         "a"))
          (let ((fault (should-error (chart-kernel-request connection "chart/edit" '(:text "kind: pie\nhol: 1"))
                                     :type 'chart-kernel-error)))
            (should (eql (nth 2 fault) -32602))
            (should (eql (plist-get (nth 3 fault) :line) 2))
            (should (equal (plist-get (nth 3 fault) :suggestion) "hole")))
          (should (member "chart/tap" (mapcar (lambda (method) (plist-get method :name))
                                              (chart-kernel-methods connection))))
          (should (equal (chart-kernel-chart-ids connection) '("a"))))
      (chart-kernel-disconnect connection))
    (should-not (jsonrpc-running-p connection))))

(ert-deftest what-comes-along-with-an-answer-is-not-left-lying ()
  (let* ((connection (chart-kernel-connect temporary-file-directory))
         (told nil)
         (chart-kernel-notification-functions
          (list (lambda (_ method params) (push (cons method (plist-get params :revision)) told)))))
    (unwind-protect
        (progn
          (chart-kernel-request connection "chart/edit" (list :text tests-spending :chart "a"))
          (dotimes (_ 5) (chart-kernel-request connection "chart/rotate" '(:chart "a" :by 10)))
          (tests-wait (lambda () (equal (cdar told) 6)))
          (should (eq (caar told) 'chart/didChange)))
      (chart-kernel-disconnect connection))))

(ert-deftest a-program-that-is-not-there-is-named ()
  (let ((chart-kernel-program "no-such-chart-kernel"))
    (should (string-match-p "no-such-chart-kernel"
                            (cadr (should-error (chart-kernel-connect temporary-file-directory)
                                                :type 'user-error))))))

;;; What can stand where

(defmacro tests-at (text &rest body)
  "Run BODY in a buffer with TEXT, with point where it has a bar."
  (declare (indent 1))
  `(with-temp-buffer
     (chart-kernel-mode)
     (insert ,text)
     (goto-char (point-min))
     (search-forward "|")
     (delete-char -1)
     ,@body))

(ert-deftest the-path-at-point-is-known-in-unfinished-text ()
  (pcase-dolist
      (`(,text ,role ,path)
       '(("ti|" key nil)
         ("kind: pi|" value ("kind"))
         ("kind: pie\nslices:\n  - label: a\n    va|" key ("slices" item))
         ("kind: pie\nslices:\n- label: a\n  va|" key ("slices" item))
         ("kind: pie\nslices:\n- label: a\n  children:\n  - label: b\n    va|" key ("slices" item "children" item))
         ("kind: pie\nslices:\n- va|: 2" key ("slices" item))
         ("kind: pie\nslices:\n  - label: x\nho|" key nil)
         ("kind: pie\nslices: [{la|" key ("slices" item))
         ("kind: pie\nslices: [{label: \"a, {b\", val|" key ("slices" item))
         ("kind: pie\nslices:\n  - {label: A, value: |}" value ("slices" item "value"))
         ("kind: pie\nlegend:\n  # where\n\n  position: t|" value ("legend" "position"))
         ("kind: bar\nseries:\n  - name: x\n    shape:\n      ki|" key ("series" item "shape"))
         ("kind: bar\nseries:\n  -\n    name: x\n    sh|" key ("series" item))
         ("kind: pie\ntitle: it's late\ntheme: da|" value ("theme"))
         ("kind: pie # a 'comment\ntheme: da|" value ("theme"))
         ("{\"kind\": \"pie\",\n \"theme\": \"da|" value ("theme"))
         ("{\"kind\": \"pie\", \"slices\": [{\"label\": \"x\", \"va|\"}]}" key ("slices" item))))
    (tests-at text
      (let ((place (chart-kernel-place (point-min) (point-max))))
        (should (equal (list text (chart-kernel-place-role place) (chart-kernel-place-path place))
                       (list text role path))))))
  (tests-at "kind: pie # th|"
    (should-not (chart-kernel-place (point-min) (point-max)))))

(ert-deftest completion-offers-what-the-schema-allows ()
  (cl-flet ((words (text) (tests-at text (nth 2 (chart-kernel-complete)))))
    (should (equal (words "kind: |") '("pie" "line" "bar" "scatter" "combined")))
    (should (equal (words "kind: pie\ntheme: |") '("light" "dark")))
    (should (equal (words "kind: pie\nlegend:\n  position: b|") '("none" "top" "bottom" "left" "right")))
    (should (member "hole" (words "kind: pie\nho|")))
    (should-not (member "hole" (words "kind: line\nho|")))
    (should (equal (words "kind: pie\nslices:\n  - label: A\n    va|") '("value" "color" "children")))
    (should-not (member "kind" (words "kind: pie\nti|\ntitle: there")))
    (should-not (member "title" (words "kind: pie\nti|\ntitle: there")))
    (should (equal (words "{\"kind\": \"pie\", \"theme\": \"d|\"}") '("\"light\"" "\"dark\"")))
    (should-not (words "kind: pie\ntitle: |"))))

(ert-deftest completing-a-key-writes-its-colon ()
  (tests-at "kind: pie\nrotat|"
    (completion-at-point)
    (should (equal (buffer-string) "kind: pie\nrotation: "))))

(ert-deftest eldoc-tells-what-a-key-means ()
  (tests-at "kind: pie\nlegend: {position: b|}"
    (should (equal (chart-kernel-documentation (point-min) (point-max))
                   '("position" . "The side of the chart on which it stands. (none | top | bottom | left | right) Default: \"none\"."))))
  (tests-at "ki|nd: pie"
    (let (told)
      (chart-kernel-eldoc (lambda (text &rest arguments) (setq told (list text (plist-get arguments :thing)))))
      (should (equal told '("What kind of chart it is. (pie | line | bar | scatter | combined)" "kind"))))))

;;; Faults

(ert-deftest a-fault-is-shown-at-its-line-and-column ()
  (tests-with-chart "a.chart.yaml" "kind: pie\nslices:\n  - {label: Ränt, valeu: 25}\n"
    (should (equal (tests-checked #'identity)
                   '((3 19 "valeu" "slices[0].valeu: unknown key; did you mean 'value'?"))))
    (tests-replace "valeu" "value")
    (tests-checked #'null)
    (tests-replace "25" "-25")
    (should (equal (butlast (car (tests-checked #'identity))) '(3 26 "-25")))))

(ert-deftest a-fault-in-what-is-no-yaml-is-shown-too ()
  (tests-with-chart "a.chart.yaml" "kind: pie\nslices: [{value: 1}\ntitle: x\n"
    (pcase-let ((`((,line . ,_)) (tests-checked #'identity)))
      (should (memq line '(2 3 4))))))

(ert-deftest json-is-checked-as-well ()
  (tests-with-chart "a.chart.json" "{\n  \"kind\": \"pie\",\n  \"slices\": [{\"value\": 1}],\n  \"hole\": \"wide\"\n}\n"
    (should (equal (butlast (car (tests-checked #'identity))) '(4 11 "\"wide\"")))))

(ert-deftest each-chart-of-a-file-has-its-own-faults ()
  (tests-with-chart "many.chart.yaml"
      (concat "# two\n---\n" tests-spending "---\n# the other\nkind: pie\nid: other\nslices:\n  - {value: x}\n---\n# nothing\n")
    (should (equal (mapcar #'butlast (tests-checked #'identity)) '((14 13 "x"))))
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("many")))
    (tests-replace "value: x" "value: 3")
    (tests-checked #'null)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("many" "other")))))

;;; Edits

(ert-deftest an-edit-keeps-what-was-done-to-the-chart ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (tests-ask "chart/highlight" :chart "spending" :index 1)
    (tests-ask "chart/rotate" :chart "spending" :to 30)
    (tests-replace "title: Spending\n" "hole: 0.5\n")
    (tests-synchronize)
    (let ((chart (tests-ask "chart/get" :chart "spending")))
      (should (equal (plist-get (plist-get chart :state) :selection) [1]))
      (should (equal (plist-get (plist-get chart :state) :startAngle) 30))
      (should (equal (plist-get (plist-get chart :spec) :hole) 0.5))
      (should-not (plist-member (plist-get chart :spec) :title)))))

(ert-deftest many-keys-are-one-edit ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (let ((sent 0))
      (cl-letf* ((call (symbol-function 'chart-kernel-call))
                 ((symbol-function 'chart-kernel-call)
                  (lambda (connection method &rest rest)
                    (when (equal method "chart/edit") (cl-incf sent))
                    (apply call connection method rest))))
        (goto-char (point-max))
        (dolist (character (string-to-list "hole: 0.25")) (insert character))
        (should (= sent 0))
        (tests-wait (lambda () (and (= sent 1) (not (chart-kernel-document-flying (car chart-kernel--documents))))))
        (should (equal (plist-get (plist-get (tests-ask "chart/get" :chart "spending") :spec) :hole) 0.25))))))

(ert-deftest the-chart-that-an-id-named-before-is-deleted ()
  (tests-with-chart "a.chart.yaml" (concat "id: first\n" tests-spending)
    (tests-replace "first" "second")
    (tests-synchronize)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("second")))
    (goto-char (point-max))
    (insert "---\n" tests-spending)
    (tests-synchronize)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("second" "a-2")))
    (tests-replace (concat "---\n" tests-spending) "")
    (tests-synchronize)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("second")))))

(ert-deftest data-are-read-from-the-files-own-directory ()
  (tests-with-chart "a.chart.yaml" "kind: pie\ndata: {csv: a.csv, label: name, value: amount}\n"
    (should (tests-checked #'identity))
    (write-region "name,amount\nA,1\nB,3\n" nil (expand-file-name "a.csv" directory) nil 'quiet)
    (goto-char (point-max))
    (insert "hole: 0.1\n")
    (tests-checked #'null)
    (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("a")))))

(ert-deftest a-kernel-that-ended-is-started-anew ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (chart-kernel-preview)
    (let ((first chart-kernel--connection))
      (delete-process (jsonrpc--process first))
      (tests-wait (lambda () (equal (buffer-local-value 'chart-kernel-preview-fault chart-kernel--preview)
                                    "The kernel has ended")))
      (goto-char (point-max))
      (insert "hole: 0.5\n")
      (tests-wait (lambda () (not (eq chart-kernel--connection first))))
      (tests-synchronize)
      (should (equal (chart-kernel-chart-ids chart-kernel--connection) '("spending")))
      (tests-wait (lambda () (not (buffer-local-value 'chart-kernel-preview-fault chart-kernel--preview)))))))

(ert-deftest a-buffers-kernel-ends-with-it ()
  (let (process preview)
    (tests-with-chart "a.chart.yaml" tests-spending
      (chart-kernel-preview)
      (setq process (jsonrpc--process chart-kernel--connection) preview chart-kernel--preview))
    (should-not (process-live-p process))
    (should-not (buffer-live-p preview))))

;;; The preview

(defmacro tests-with-preview (&rest body)
  "Run BODY in the preview of a chart `spending'."
  `(tests-with-chart "spending.chart.yaml" tests-spending
     (chart-kernel-preview)
     (with-current-buffer chart-kernel--preview
       (tests-wait (lambda () chart-kernel-preview--svg))
       ,@body)))

(defun tests-settled ()
  "Wait until the preview has all answers."
  (tests-wait (lambda () (zerop chart-kernel-preview--flying))))

(ert-deftest places-are-converted-by-the-size-that-the-picture-is-shown-at ()
  (tests-with-preview
   (cl-flet ((place (dx dy width height)
               (chart-kernel-preview--place
                (list (selected-window) 1 (cons (+ 8 dx) (+ 17 dy)) 0 nil 1 '(0 . 0)
                      '(image :type svg) (cons dx dy) (cons width height)))))
     (should (equal (place 320 180 640 360) '(320.0 . 180.0)))
     (should (equal (place 320 180 1280 720) '(160.0 . 90.0)))
     (should (equal (place 300 100 320 180) '(600.0 . 200.0)))
     (should-not (chart-kernel-preview--place (list (selected-window) 1 '(3 . 4) 0 nil 1 '(0 . 0) nil nil nil))))))

(ert-deftest where-there-are-no-images-the-preview-says-the-chart-in-words ()
  (tests-with-preview
   (should (string-match-p "Food: 30 (30%)" (buffer-string)))))

(ert-deftest the-keys-of-the-preview-reach-the-chart ()
  (tests-with-preview
   (cl-flet ((press (key) (call-interactively (key-binding (kbd key))) (tests-settled))
             (selection () (plist-get (plist-get (chart-kernel-request
                                                  chart-kernel-preview-connection "chart/get" '(:chart "spending"))
                                                 :state)
                                      :selection)))
     (press "<home>")
     (should (equal (selection) [0]))
     (press "<right>")
     (should (equal (selection) [1]))
     (press "u")
     (should (equal (selection) [0]))
     (press "r")
     (should (equal (selection) [1]))
     (press "<escape>")
     (should (equal (selection) nil))
     (press "u")
     (press "0")
     (should (equal (selection) nil)))))

(ert-deftest changes-by-others-are-shown ()
  (tests-with-preview
   (let ((before chart-kernel-preview--svg))
     (chart-kernel-request chart-kernel-preview-connection "chart/rotate" '(:chart "spending" :by 45 :render :json-false))
     (tests-wait (lambda () (not (equal before chart-kernel-preview--svg))))
     (tests-settled)
     (should (equal chart-kernel-preview--svg
                    (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/render"
                                                     '(:chart "spending"))
                               :svg))))))

(ert-deftest the-preview-keeps-the-last-picture-and-names-the-fault ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (chart-kernel-preview)
    (let ((before (with-current-buffer chart-kernel--preview
                    (tests-wait (lambda () chart-kernel-preview--svg)))))
      (tests-replace "30" "thirty")
      (tests-synchronize)
      (with-current-buffer chart-kernel--preview
        (should (equal chart-kernel-preview--svg before))
        (should (string-match-p "Line 5: slices\\[1\\].value" (chart-kernel-preview--header))))
      (tests-replace "thirty" "31")
      (tests-synchronize)
      (with-current-buffer chart-kernel--preview
        (should (equal (chart-kernel-preview--header) " spending"))
        (should-not (equal chart-kernel-preview--svg before))))))

(ert-deftest the-preview-follows-point-to-another-chart ()
  (tests-with-chart "a.chart.yaml" (concat "id: one\n" tests-spending "---\nid: two\n" tests-spending)
    (goto-char (point-min))
    (chart-kernel-preview)
    (tests-synchronize)
    (cl-flet ((shown () (buffer-local-value 'chart-kernel-preview-chart chart-kernel--preview)))
      (should (equal (shown) "one"))
      (goto-char (point-max))
      (run-hooks 'post-command-hook)
      (should (equal (shown) "two"))
      (with-current-buffer chart-kernel--preview
        (tests-wait (lambda () (string-match-p "ck-two" (or chart-kernel-preview--svg ""))))))))

(ert-deftest export-writes-the-picture-as-it-is-now ()
  (tests-with-preview
   (chart-kernel-request chart-kernel-preview-connection "chart/highlight" '(:chart "spending" :index 2))
   (let ((file (make-temp-file "chart" nil ".svg")))
     (unwind-protect
         (cl-letf (((symbol-function 'y-or-n-p) #'always))
           (chart-kernel-preview-export file)
           (should (equal (with-temp-buffer (insert-file-contents file) (buffer-string))
                          (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/render"
                                                           '(:chart "spending"))
                                     :svg))))
       (delete-file file)))))

(ert-deftest an-animation-plays-to-its-end ()
  (tests-with-preview
   (chart-kernel-request chart-kernel-preview-connection "chart/update"
                         '(:chart "spending" :patch (:animation (:kind "sweep" :duration 0.3))))
   (let ((pictures 0))
     (cl-letf* ((show (symbol-function 'chart-kernel-preview-show-svg))
                ((symbol-function 'chart-kernel-preview-show-svg)
                 (lambda (&rest rest) (cl-incf pictures) (apply show rest))))
       (chart-kernel-preview-animate)
       (tests-settled)
       (should chart-kernel-preview--timer)
       (tests-wait (lambda () (not chart-kernel-preview--timer)))
       (tests-settled)
       (should (> pictures 2))
       (should (equal (plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get"
                                                                  '(:chart "spending"))
                                            :state)
                                 :progress)
                      1))))))

(ert-deftest toggling-hides-a-slice ()
  (tests-with-preview
   (chart-kernel-preview-toggle "Food")
   (tests-settled)
   (should (equal (plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get"
                                                              '(:chart "spending"))
                                        :state)
                             :hidden)
                  [1]))))

(ert-deftest the-wheel-scrolls-and-zooms-charts-with-axes ()
  (let ((connection (chart-kernel-connect temporary-file-directory)) buffer)
    (unwind-protect
        (progn
          (chart-kernel-request
           connection "chart/create"
           '(:chart "steps" :spec (:kind "bar" :x (:labels ["a" "b" "c" "d" "e" "f" "g" "h"])
                                   :series [(:values [1 2 3 4 5 6 7 8])]
                                   :viewport (:visibleCount 3 :start "start" :zoom "x"))))
          (setq buffer (chart-kernel-preview-open "*chart: steps*" connection "steps"))
          (with-current-buffer buffer
            (chart-kernel-preview-refresh)
            (tests-settled)
            (set-window-buffer (selected-window) buffer)
            (let ((posn (list (selected-window) 1 '(320 . 180) 0 nil 1 '(0 . 0) '(image :type svg)
                              '(320 . 180) '(640 . 360)))
                  (pictures (list chart-kernel-preview--svg)))
              (dolist (event '(mouse-5 C-mouse-4 C-mouse-5 mouse-4))
                (funcall (lookup-key chart-kernel-preview-mode-map (vector event)) (list event posn))
                (tests-settled)
                (push chart-kernel-preview--svg pictures))
              (pcase-let ((`(,back ,smaller ,larger ,scrolled ,before) pictures))
                (should-not (equal scrolled before))
                (should-not (equal larger scrolled))
                (should (equal smaller scrolled))
                (should (equal back before))))))
      (when buffer (kill-buffer buffer))
      (chart-kernel-disconnect connection))))

;;; The REPL

(defmacro tests-with-repl (&rest body)
  "Run BODY in a REPL, with a function `evaluate' that gives what an input is answered with."
  `(progn
     (chart-kernel-repl)
     (unwind-protect
         (cl-flet ((evaluate (input)
                     (goto-char (point-max))
                     (insert input)
                     (let ((start (point)))
                       (comint-send-input)
                       (string-remove-suffix chart-kernel-repl-prompt
                                             (buffer-substring-no-properties start (point-max))))))
           ,@body)
       (kill-buffer))))

(ert-deftest the-repl-takes-charts-commands-and-requests ()
  (tests-with-repl
   (should (string-match-p "Food: 30 (30%)" (evaluate (concat "id: spending\n" tests-spending))))
   (should (string-match-p "Rent: 25 (25" (evaluate "%tap spending 360 120")))
   (should (string-match-p "Food: 30 (30" (evaluate "%highlight 1")))
   (should (string-match-p "rotated at 300" (evaluate "%rotate by=30")))
   (should (string-match-p "\"spending\"" (evaluate "%charts")))
   (should (string-match-p "\"label\": \"Rent\"" (evaluate "{\"method\": \"chart/hitTest\", \"params\": {\"chart\": \"spending\", \"x\": 400, \"y\": 180}}")))
   (should (string-match-p "%tap chart x y" (evaluate "%help tap")))
   (should (string-match-p "%undo chart" (evaluate "%help")))
   (should (string-match-p "There is no command %tpa" (evaluate "%tpa spending")))
   (should (string-match-p "Line 2, column 1: .*'hole'\\?\nhol: 1\n\\^" (evaluate "kind: pie\nhol: 1")))))

(ert-deftest the-repl-knows-when-a-chart-is-not-finished ()
  (should (chart-kernel-repl--complete-p "%tap a 1 2"))
  (should (chart-kernel-repl--complete-p "{kind: pie, slices: [{value: 1}]}"))
  (should-not (chart-kernel-repl--complete-p "{kind: pie,"))
  (should-not (chart-kernel-repl--complete-p "kind: pie"))
  (should-not (chart-kernel-repl--complete-p "kind: pie\nslices:"))
  (should (chart-kernel-repl--complete-p "kind: pie\nslices: []\n")))

(ert-deftest the-repl-completes-commands-charts-and-words ()
  (tests-with-repl
   (evaluate (concat "id: spending\n" tests-spending))
   (cl-flet ((words (input)
               (goto-char (point-max))
               (insert input)
               (prog1 (pcase-let ((`(,beg ,end ,words) (chart-kernel-repl-complete)))
                        (all-completions (buffer-substring beg end) words))
                 (delete-region (process-mark (get-buffer-process (current-buffer))) (point-max)))))
     (should (equal (words "%rot") '("%rotate")))
     (should (equal (words "%rotate sp") '("spending")))
     (should (member "ArrowLeft" (words "%key spending ")))
     (should (member "by=" (words "%rotate spending b")))
     (should (member "title" (words "kind: pie\nti"))))))

;;; Org

(defun tests-babel (block)
  "What Org makes of a file with BLOCK after the block was evaluated."
  (let* ((directory (make-temp-file "org" t)) (default-directory (file-name-as-directory directory)))
    (unwind-protect
        (with-temp-buffer
          (setq default-directory (file-name-as-directory directory))
          (org-mode)
          (insert block)
          (goto-char (point-min))
          (search-forward "begin_src")
          (org-babel-execute-src-block)
          (list (buffer-string)
                (mapcar (lambda (file)
                          (cons (file-name-nondirectory file)
                                (with-temp-buffer (insert-file-contents file) (buffer-string))))
                        (directory-files directory t "svg"))))
      (delete-directory directory t))))

(ert-deftest org-draws-a-chart-into-the-file-that-the-block-names ()
  (org-babel-do-load-languages 'org-babel-load-languages '((chart . t)))
  (pcase-let ((`(,text ,files)
               (tests-babel (concat "#+begin_src chart :file spending.svg :theme dark :size 320x200\n"
                                    tests-spending "#+end_src\n"))))
    (should (string-match-p "#\\+RESULTS:\n\\[\\[file:spending.svg\\]\\]" text))
    (should (equal (mapcar #'car files) '("spending.svg")))
    (should (string-match-p "\\`<svg[^>]*width=\"320\"" (cdar files)))))

(ert-deftest org-names-the-file-itself-and-puts-variables-in ()
  (pcase-let ((`(,text ,files)
               (tests-babel (concat "#+begin_src chart :var name=\"Household\" share=40\n"
                                    (replace-regexp-in-string
                                     "25" "$share" (string-replace "title: Spending" "title: $name" tests-spending))
                                    "#+end_src\n"))))
    (should (string-match-p "\\[\\[file:chart-[0-9a-f]+\\.svg\\]\\]" text))
    (should (string-match-p ">Household<" (cdar files)))
    (should (string-match-p "Rent: 40 " (cdar files)))))

(ert-deftest org-names-the-place-of-a-fault ()
  (should (equal (cadr (should-error (tests-babel "#+begin_src chart\nkind: pie\nslices:\n  - {valeu: 1}\n#+end_src\n")
                                     :type 'user-error))
                 "Line 3, column 6: slices[0].valeu: unknown key; did you mean 'value'?")))

;;; Kernels of others

;; That one is shown which runs is seen in ../attach.

(ert-deftest attaching-to-nothing-says-why ()
  (with-temp-buffer
    (should-error (chart-kernel-attach "ipc:///nowhere/at/all") :type 'user-error)))

(ert-deftest a-chart-of-a-running-kernel-is-shown-and-followed ()
  (let* ((socket (make-temp-name (expand-file-name "chart" temporary-file-directory)))
         (endpoint (concat "ipc://" socket))
         (server (start-process "server" nil chart-kernel-program "serve" "--endpoint" endpoint)))
    (unwind-protect
        (let (mine others)
          (tests-wait (lambda () (file-exists-p socket)))
          (setq others (chart-kernel-connect temporary-file-directory endpoint))
          (chart-kernel-request others "chart/edit" (list :text tests-spending :chart "shared"))
          (with-temp-buffer (chart-kernel-attach endpoint))
          (setq mine (get-buffer "*chart: shared*"))
          (with-current-buffer mine
            (let ((before (tests-wait (lambda () chart-kernel-preview--svg))))
              (chart-kernel-request others "chart/highlight" '(:chart "shared" :index 0))
              (tests-wait (lambda () (not (equal before chart-kernel-preview--svg)))))
            (chart-kernel-preview-key "ArrowRight")
            (tests-settled))
          (should (equal (plist-get (plist-get (chart-kernel-request others "chart/get" '(:chart "shared")) :state)
                                    :selection)
                         [1]))
          (kill-buffer mine)
          (should (equal (chart-kernel-chart-ids others) '("shared")))
          (chart-kernel-disconnect others))
      (delete-process server)
      (ignore-errors (delete-file socket)))))

;;; Buffers of the mode without a file

(ert-deftest colouring-a-block-in-org-starts-no-kernel ()
  (let ((before chart-kernel--count))
    (with-temp-buffer
      (org-mode)
      (insert "#+begin_src chart\nkind: pie\n#+end_src\n")
      (let ((org-src-fontify-natively t)) (font-lock-ensure))
      (sleep-for 0.2)
      (goto-char (point-min))
      (search-forward "kind")
      (should (equal (get-text-property (1- (point)) 'face) '(font-lock-variable-name-face org-block))))
    (should (= before chart-kernel--count))))

;;; Typing

(ert-deftest a-new-line-is-indented-like-its-neighbours ()
  (with-temp-buffer
    (chart-kernel-mode)
    (dolist (line '("kind: pie" "slices:" "- label: A" "value: 3"))
      (insert line)
      (newline)
      (chart-kernel-indent-line))
    (should (equal (buffer-string) "kind: pie\nslices:\n  - label: A\n    value: 3\n    "))))

(ert-deftest quotes-and-signs-in-plain-text-open-nothing ()
  (with-temp-buffer
    (insert "title: it's 5 o'clock\nname: a#b\nid: \"#1 'x\" # don't\nlast: 1\n")
    (chart-kernel-mode)
    (let ((state (syntax-ppss (point-max))))
      (should-not (nth 3 state))
      (should-not (nth 4 state)))))

(provide 'chart-kernel-tests)
;;; chart-kernel-tests.el ends here
